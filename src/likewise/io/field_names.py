"""What fields and columns are called: by us, and by others, whose names are recognised in complaints."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

__all__ = ["is_it", "near_name", "near_names", "reference_names"]

_MOST = 12
"""Names that a complaint lists."""

_OTHERS = {
    "id": "key index idx segment segment_id seg_id example_id item item_id uid qid question_id query_id "
    "doc_id document_id sample_id prompt_id task_id name number nr",
    "candidate": "prediction predictions pred hypothesis hyp output outputs system_output model_output "
    "response completion generation generated generated_text translation mt paraphrase text answer",
    "source": "src input inputs prompt question original source_text sentence",
    "references": "reference ref refs target targets gold gold_text label expected expected_output "
    "ground_truth reference_text",
    "system": "model model_name engine system_name run",
    "item": "item_id segment segment_id seg_id example example_id key index idx name",
    "rater": "annotator annotator_id judge worker worker_id rater_id user assessor coder observer",
    "value": "rating score label answer mark judgement judgment",
    "texts": "captions descriptions sentences text references",
}
_NUMBERED = re.compile(r"(?:ref|reference)_?(\d+)\Z")


def is_it(field: str, names: Iterable[str], others: Iterable[str] = ()) -> str:
    """The end of a complaint: whether a field that is missing may be there under another name.

    `others` are all fields that are read: those that are missing too are looked for as well, and what is
    there beside them is listed where nothing is near the field.
    """
    there, read = list(names), list(others)
    near = near_names((field, *(other for other in read if other not in there)), there)
    name = near.pop(field, None)
    also = ", ".join(f"'{found}' for {other}" for other, found in near.items())
    if name is not None:
        return f" (found '{name}': is that it?{f' And {also}?' if also else ''})"
    unread = [name for name in there if name not in read] if read else []
    told = [*([f"found {_listed(unread)}"] if unread else []), *([f"is it {also}?"] if also else [])]
    return f" ({'; '.join(told)})" if told else ""


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names[:_MOST]) + (", .." if len(names) > _MOST else "")


def near_names(fields: Iterable[str], names: Iterable[str]) -> dict[str, str]:
    """For each field that is missing the name under which it may be there; a name is for one field."""
    missing = dict.fromkeys(fields)
    there = [name for name in names if name not in missing]
    found: dict[str, str] = {}
    for field in missing:
        name = near_name(field, (name for name in there if name not in found.values()))
        if name is not None:
            found[field] = name
    return found


def near_name(field: str, names: Iterable[str]) -> str | None:
    """The name under which a field that is missing may be there."""
    by_form = {_form(name): name for name in names if name != field}
    others = map(_form, (field, *_OTHERS.get(field, "").split()))
    return next((by_form[form] for form in others if form in by_form), None)


def _form(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


def reference_names(names: Collection[str]) -> list[str]:
    """The fields that hold one reference each, in order: `reference`, or `ref1`, `ref_2`, `reference_3`."""
    numbered = {name: int(match[1]) for name in names if (match := _NUMBERED.match(name))}
    plain = ["reference"] if "reference" in names else []
    return [*plain, *sorted(numbered, key=numbered.__getitem__)]
