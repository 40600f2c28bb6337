"""Task designer: try a task type, or define one in YAML, and see it as a worker does."""

from __future__ import annotations

from typing import Any

from fastapi import Request, Response

from likewise.errors import LikewiseError
from likewise.studio.campaigns.page import new_form
from likewise.studio.designer.service import OWN, definition, preview_of, task_choices, values_of
from likewise.studio.web import Fields, Owner, Reviewer, complaint_of, page_router, render

__all__ = ["router"]

router = page_router()

_EXAMPLES: dict[str, tuple[str, dict[str, str]]] = {
    "describe": ("Watch a segment, describe it in one sentence.", {
        "task": "describe", "settings": "characters: 300\n",
        "stimulus": "youtube: jNQXAC9IVRw\nstart: 3\nend: 9\n"}),
    "rate": ("Rate a pair of texts on several criteria.", {
        "task": "rate", "settings": "scale: 1-4\ncriteria: [semantic, dissimilarity, overall]\n",
        "stimulus": "source: A man is slicing a potato.\ncandidate: Someone cuts up a potato.\n"}),
    "meaning": ("Was the meaning kept? One question about an output.", {
        "task": "meaning", "settings": "",
        "stimulus": "source: A man is slicing a potato.\ncandidate: Someone cuts vegetables.\n"}),
    "pattern": ("Does a paraphrase fit its term? Labels for DIMPLE, ten at a time.", {
        "task": "pattern", "settings": "judgement: strict\nproblems: 10\n",
        "stimulus": "source: cut up\nparaphrase: sliced\nrank: 1\nexample: He cut up a potato.\n"}),
    "paraphrase": ("Say the same in other words, twice.", {
        "task": "paraphrase", "settings": "", "stimulus": "text: A man is slicing a potato.\n"}),
    "responses": ("Is a response in verse fluent, and does it rhyme? Good, acceptable or bad.", {
        "task": "rate", "settings": "scale: labels\ncriteria: [fluency, rhyming]\n",
        "stimulus": "source: I came to town to look at the sea\n"
        "candidate: and the sea came up and looked at me\n"}),
    "rhyme": ("Cut a verse into stanzas, and say which lines rhyme.", {
        "task": "rhyme", "settings": "",
        "stimulus": "lines:\n  - I saw a cat\n  - upon a mat\n  - it looked at me\n  - and at the sea\n"}),
    "frames": ("Mark who did what to whom in two texts, join it, and judge it.", {
        "task": "frames", "settings": "",
        "stimulus": "reference: The dog bit the man.\ncandidate: A cat has bitten the man.\n"}),
    "robot-command": ("Two boards of blocks: write the order that makes the second of the first.", {
        "task": "robot-command", "settings": "",
        "stimulus": "before:\n  arm: [4, 4, 7]\n  blocks:\n    - [0, 0, 0, red, cube]\n"
        "    - [3, 5, 0, blue, cube]\n    - [6, 2, 0, red, cube]\n    - [6, 2, 1, green, prism]\n"
        "after:\n  arm: [4, 4, 7]\n  blocks:\n    - [3, 5, 0, blue, cube]\n    - [3, 5, 1, red, cube]\n"
        "    - [6, 2, 0, red, cube]\n    - [6, 2, 1, green, prism]\n"}),
    "robot-understanding": ("Be the robot: what is to be done on this board?", {
        "task": "robot-understanding", "settings": "",
        "stimulus": "text: Put the red cube that nothing stands on onto the blue one.\n"
        "before:\n  arm: [4, 4, 7]\n  blocks:\n    - [0, 0, 0, red, cube]\n"
        "    - [3, 5, 0, blue, cube]\n    - [6, 2, 0, red, cube]\n    - [6, 2, 1, green, prism]\n"}),
    "keyword-translation": ("Translate a keyword without seeing the question that it is from.", {
        "task": "keyword-translation", "settings": "",
        "stimulus": "keyword: Kyoto Protocol\nkind: name\nlang: ja\n"}),
    "simplify": ("A task of your own, in a few lines.", {
        "task": OWN, "stimulus": "source: The establishment is presently closed.\n",
        "settings": "name: simplify\ntitle: Say it more simply\ninstructions: |\n"
        "  Rewrite the sentence so that a child of ten would understand it.\n\n  Keep the meaning.\n"
        "stimulus:\n  - {name: source, label: Sentence}\nanswer:\n"
        "  - {name: text, label: Your sentence, max: 300}\n"
        "  - {name: difficulty, kind: scale, label: How hard?, min: 1, max: 5, low: easy, high: hard}\n"}),
    "roles": ("Mark words of a text, and join the marks.", {
        "task": OWN, "stimulus": "text: A man is slicing a potato.\n",
        "settings": "name: roles\ntitle: Who does what?\ninstructions: |\n"
        "  Mark who acts, what they do, and to what. Then join each of them to the action.\n"
        "stimulus:\n  - {name: text, label: Sentence}\nanswer:\n"
        "  - {name: marks, kind: spans, of: text, label: Mark the words, labels: [who, action, thing]}\n"
        "  - {name: joins, kind: links, from: marks, label: Join them, labels: [does], required: false}\n"}),
    "follow": ("Follow an instruction on a map with three keys.", {
        "task": "follow", "settings": "",
        "stimulus": "instruction: Go forward to the chair, then turn right.\nstart: [0, 2, 0]\n"
        "map:\n  nodes:\n"
        "    - {x: 0, y: 0, item: chair}\n    - {x: 0, y: 1}\n    - {x: 0, y: 2}\n    - {x: 1, y: 0}\n"
        "    - {x: 2, y: 0, item: lamp}\n  edges:\n    - {from: [0, 0], to: [0, 1], floor: brick}\n"
        "    - {from: [0, 1], to: [0, 2]}\n    - {from: [0, 0], to: [1, 0], wall: fish}\n"
        "    - {from: [1, 0], to: [2, 0]}\n"}),
}  # fmt: skip


def _context(given: dict[str, str]) -> dict[str, Any]:
    examples = [(name, about) for name, (about, _) in _EXAMPLES.items()]
    return {"tasks": task_choices(), "examples": examples, "given": given}


def _form(given: dict[str, str]) -> dict[str, Any]:
    try:
        task, settings = definition(given.get("task", ""), given.get("settings", ""))
        checked, form = preview_of(task, settings, values_of(given.get("stimulus", ""), "stimulus"))
    except LikewiseError as error:
        fault, _ = complaint_of(error)
        return {"form": None, "of": 1, "fault": fault}
    return {"form": form, "of": checked["problems"], "fault": None}


@router.get("/designer")
def designer(request: Request, person: Reviewer, example: str = "describe") -> Response:
    """The designer with an example in it."""
    given = _EXAMPLES.get(example, _EXAMPLES["describe"])[1]
    return render(request, "designer/page.html", **_context(given), **_form(given))


@router.post("/designer")
def whole_page(request: Request, person: Reviewer, fields: Fields) -> Response:
    """The preview without scripts: the whole page again."""
    given = {"task": "", "settings": "", "stimulus": ""} | fields
    preview = _form(given)
    return render(
        request, "designer/page.html", 422 if preview["fault"] else 200, **_context(given), **preview
    )


@router.post("/designer/preview")
def preview(request: Request, person: Reviewer, fields: Fields) -> Response:
    """The preview alone."""
    shown = _form(dict(fields))
    return render(request, "designer/preview.html", 422 if shown["fault"] else 200, **shown)


@router.post("/designer/open")
def open_campaign(request: Request, person: Owner, fields: Fields) -> Response:
    """On to a new campaign with what was tried."""
    return new_form(request, {"task": fields.get("task", ""), "settings": fields.get("settings", "")})
