"""Frames marked, joined and judged: what an answer says, what is refused and in which words."""

from __future__ import annotations

from typing import Any

import pytest

from likewise.collect.tasks import FramesTask, LinksField, SpansField, annotation_of
from likewise.collect.tasks.frames import ROLES, VERDICTS
from likewise.errors import InputError
from likewise.metrics.meant import VERDICTS as JUDGED
from likewise.metrics.meant.role_groups import PREDICATE, QUESTIONS

TASK = FramesTask()
ONE = {"reference": "The dog bit the man.", "candidate": "A cat has bitten the man."}
TWO = {"reference": "She asked him to leave the room.", "candidate": "She told him to leave."}


def marks(text: str, **labels: str | list[str]) -> list[dict[str, Any]]:
    """Marks by label; `how_much` is `how much`."""
    return [
        {"start": text.index(words), "end": text.index(words) + len(words), "label": label.replace("_", " ")}
        for label, given in labels.items()
        for words in ([given] if isinstance(given, str) else given)
    ]


def end(text: str, words: str, label: str | None = None) -> dict[str, Any]:
    place = {"start": text.index(words), "end": text.index(words) + len(words)}
    return place if label is None else place | {"label": label}


def check(sent: dict[str, Any], stimulus: dict[str, str] = ONE) -> dict[str, Any]:
    return TASK.check_answer(sent, TASK.check_stimulus(stimulus, None), None)


def bitten() -> dict[str, Any]:
    """One predicate a text, the roles judged: the man is kept, the dog is not."""
    reference, candidate = ONE["reference"], ONE["candidate"]
    return {
        "reference": marks(reference, predicate="bit", who="The dog", what="the man"),
        "candidate": marks(candidate, predicate="bitten", who="A cat", what="the man"),
        "events": [{"from": end(candidate, "bitten"), "to": end(reference, "bit")}],
        "verdicts": [
            {"from": end(candidate, "A cat"), "to": end(reference, "The dog"), "label": "incorrect"},
            {"from": end(candidate, "the man"), "to": end(reference, "the man"), "label": "correct"},
        ],
    }


def asked() -> dict[str, Any]:
    """Two predicates in each text; him is of both, under two labels."""
    sent: dict[str, Any] = {}
    for side, verb in (("reference", "asked"), ("candidate", "told")):
        text = TWO[side]
        sent[side] = marks(text, predicate=[verb, "leave"], who=["She", "him"], whom="him")
        joins = [("She", "who", verb), ("him", "whom", verb), ("him", "who", "leave")]
        sent[f"{side}_roles"] = [
            {"from": end(text, words, label), "to": end(text, to)} for words, label, to in joins
        ]
    sent["reference"] += marks(TWO["reference"], what="the room")
    sent["reference_roles"].append(
        {"from": end(TWO["reference"], "the room"), "to": end(TWO["reference"], "leave")}
    )
    pairs = [("told", "asked"), ("leave", "leave")]
    sent["events"] = [
        {"from": end(TWO["candidate"], mine), "to": end(TWO["reference"], theirs)} for mine, theirs in pairs
    ]
    sent["verdicts"] = [
        {
            "from": end(TWO["candidate"], words, label),
            "to": end(TWO["reference"], words, label),
            "label": verdict,
        }
        for words, label, verdict in (
            ("She", "who", "correct"),
            ("him", "whom", "correct"),
            ("him", "who", "partial"),
        )
    ]
    return sent


def test_labels_are_those_that_are_read() -> None:
    assert {role.upper() for role in ROLES} == {*QUESTIONS} - {QUESTIONS[PREDICATE]}
    assert {*VERDICTS} == {*JUDGED}


def test_one_predicate_needs_no_sorting() -> None:
    answer = check(bitten())
    assert check(answer) == answer
    assert annotation_of(ONE, answer) == {
        "candidate": {
            "text": ONE["candidate"],
            "tokens": ["A", "cat", "has", "bitten", "the", "man", "."],
            "frames": [
                {
                    "predicate": [3, 4],
                    "roles": [{"label": "who", "span": [0, 2]}, {"label": "what", "span": [4, 6]}],
                }
            ],
        },
        "reference": {
            "text": ONE["reference"],
            "tokens": ["The", "dog", "bit", "the", "man", "."],
            "frames": [
                {
                    "predicate": [2, 3],
                    "roles": [{"label": "who", "span": [0, 2]}, {"label": "what", "span": [3, 5]}],
                }
            ],
        },
        "alignments": [
            {
                "candidate": 0,
                "reference": 0,
                "roles": [
                    {"candidate": 0, "reference": 0, "verdict": "incorrect"},
                    {"candidate": 1, "reference": 1, "verdict": "correct"},
                ],
            }
        ],
    }


def test_words_that_are_of_two_predicates() -> None:
    answer = check(asked(), TWO)
    assert check(answer, TWO) == answer
    made = annotation_of(TWO, answer)
    assert made["reference"]["frames"] == [
        {
            "predicate": [1, 2],
            "roles": [{"label": "who", "span": [0, 1]}, {"label": "whom", "span": [2, 3]}],
        },
        {
            "predicate": [4, 5],
            "roles": [{"label": "who", "span": [2, 3]}, {"label": "what", "span": [5, 7]}],
        },
    ]
    assert [[role["verdict"] for role in one["roles"]] for one in made["alignments"]] == [
        ["correct", "correct"],
        ["partial"],
    ]


def test_a_phrase_of_two_predicates_is_judged_once() -> None:
    stimulus = {"reference": "She sat and wept.", "candidate": "She sat, wept."}
    sent: dict[str, Any] = {"events": [], "verdicts": [{"from": [0, 3], "to": [0, 3], "label": "correct"}]}
    for side, text in stimulus.items():
        sent[side] = marks(text, predicate=["sat", "wept"], who="She")
        sent[f"{side}_roles"] = [{"from": [0, 3], "to": end(text, verb)} for verb in ("sat", "wept")]
    for verb in ("sat", "wept"):
        ends = (end(stimulus[side], verb) for side in ("candidate", "reference"))
        sent["events"].append(dict(zip(("from", "to"), ends, strict=True)))
    made = annotation_of(stimulus, check(sent, stimulus))
    assert [one["roles"] for one in made["alignments"]] == 2 * [
        [{"candidate": 0, "reference": 0, "verdict": "correct"}]
    ]


def test_where_nothing_is_told_it_is_said() -> None:
    assert check({"apart": "yes"}) == {"apart": "yes"}
    assert annotation_of(ONE, {"apart": "yes"})["alignments"] == []
    marked = {key: bitten()[key] for key in ("reference", "candidate")}
    assert check(marked | {"apart": "yes"})["apart"] == "yes"


def without(sent: dict[str, Any], *fields: str, **changed: Any) -> dict[str, Any]:
    return {key: value for key, value in sent.items() if key not in fields} | changed


DOG = end(ONE["reference"], "The dog")
MAN = end(ONE["candidate"], "the man")
CAT = end(ONE["candidate"], "A cat")
BITTEN, BIT = end(ONE["candidate"], "bitten"), end(ONE["reference"], "bit")


@pytest.mark.parametrize(
    ("sent", "field", "says"),
    [
        ({}, "reference", "no predicate is marked in the first text: mark it, or tick below"),
        (without(bitten(), "candidate", "events", "verdicts"), "candidate",
         "no predicate is marked in the second text"),
        (without(bitten(), "events", "verdicts"), "events", "no predicates are joined"),
        (bitten() | {"apart": "yes"}, "apart", "there are events joined"),
        (without(bitten(), "events", "verdicts", candidate=marks(ONE["candidate"], who="A cat")),
         "candidate", r"'A cat' \(who\) is marked, and no predicate is"),
        (without(bitten(), "events"), "verdicts",
         r"'A cat' \(who\) and 'The dog' \(who\) belong to no predicates that are joined"),
        (bitten() | {"verdicts": [{"from": MAN, "to": DOG, "label": "partial"}]}, "verdicts",
         r"'the man' \(what\) and 'The dog' \(who\) have different labels"),
        (bitten() | {"verdicts": [{"from": BITTEN, "to": DOG, "label": "partial"}]}, "verdicts[0].from",
         "'bitten' is marked as predicate, expected who, what"),
        (bitten() | {"events": [{"from": CAT, "to": BIT}]}, "events[0].from",
         "'A cat' is marked as who, expected predicate"),
        (bitten() | {"verdicts": [{"from": CAT, "to": DOG, "label": label} for label in VERDICTS[:2]]},
         "verdicts", "'A cat' is joined twice, expected one partner"),
        (bitten() | {"verdicts": [{"from": CAT, "to": DOG, "label": "fine"}]}, "verdicts[0].label",
         "expected one of: correct, partial, incorrect"),
    ],
)  # fmt: skip
def test_what_is_refused(sent: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        check(sent)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("changed", "field", "says"),
    [
        ({"candidate_roles": []}, "candidate_roles", r"'She' \(who\) belongs to no predicate yet"),
        ({"events": [*asked()["events"], {"from": end(TWO["candidate"], "told"),
                                          "to": end(TWO["reference"], "leave")}]},
         "events", "'told' is joined twice"),
        ({"verdicts": [{"from": end(TWO["candidate"], "him"), "to": end(TWO["reference"], "him"),
                        "label": "correct"}]}, "verdicts[0].from", "marked as who and as whom: which"),
        ({"verdicts": [{"from": end(TWO["candidate"], "him", "who"), "to": end(TWO["reference"], "She"),
                        "label": "correct"}]}, "verdicts", "belong to no predicates that are joined"),
    ],
)  # fmt: skip
def test_what_is_refused_of_several_predicates(changed: dict[str, Any], field: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as caught:
        check(asked() | changed, TWO)
    assert caught.value.field == field


def test_what_people_decide() -> None:
    decided = TASK.decisions(ONE, check(bitten()))
    assert [part for part, value in decided["predicate"].items() if value] == ["reference 2", "candidate 3"]
    assert len(decided["predicate"]) == 5 + 6  # the full stops are no question
    assert decided["event"] == {"3-4 2-3": 1.0}
    assert decided["verdict"] == {"3-4 0-2": 0.0, "3-4 4-6": 2.0}
    marked = {key: bitten()[key] for key in ("reference", "candidate")}
    assert TASK.decisions(ONE, check(marked | {"apart": "yes"}))["event"] == {"3-4 2-3": 0.0}


def test_the_form_lets_only_like_be_joined() -> None:
    form = TASK.form(ONE, None)
    assert [(field.name, field.kind) for field in form.fields] == [
        ("reference", "spans"), ("reference_roles", "links"), ("candidate", "spans"),
        ("candidate_roles", "links"), ("events", "links"), ("verdicts", "links"), ("apart", "choice"),
        ("comment", "textarea"),
    ]  # fmt: skip
    links = [field for field in form.fields if isinstance(field, LinksField)]
    predicate = ("predicate",)
    assert [(one.source, one.target) for one in links] == [
        ("reference", "reference"), ("candidate", "candidate"), *2 * [("candidate", "reference")],
    ]  # fmt: skip
    assert [(one.source_labels, one.target_labels) for one in links] == [
        (ROLES, predicate), (ROLES, predicate), (predicate, predicate), (ROLES, ROLES),
    ]  # fmt: skip
    assert all(field.overlap for field in form.fields if isinstance(field, SpansField))
    assert form.stimulus_view == {"kind": "none"}


def test_chinese_is_marked_character_by_character() -> None:
    stimulus = {"reference": "狗咬了人。", "candidate": "猫咬人。"}
    sent = {
        "reference": marks(stimulus["reference"], predicate="咬了", who="狗", what="人"),
        "candidate": marks(stimulus["candidate"], predicate="咬", who="猫", what="人"),
        "events": [{"from": [1, 2], "to": [1, 3]}],
    }
    made = annotation_of(stimulus, check(sent, stimulus))
    assert made["reference"]["tokens"] == ["狗", "咬", "了", "人", "。"]
    assert made["reference"]["frames"][0]["predicate"] == [1, 3]


class TestStimulus:
    def test_a_segment_will_do(self) -> None:
        segment = {
            "id": 7, "system": "A", "lang": "en", "source": "狗咬人", "candidate": "Dogs bit.",
            "references": ["One.", "Two."], "human": {"z": 1},
        }  # fmt: skip
        checked = TASK.check_stimulus(segment, None)
        assert checked == {
            "reference": "One.", "candidate": "Dogs bit.", "id": "7", "system": "A", "lang": "en",
        }  # fmt: skip
        assert TASK.check_stimulus(checked, None) == checked
        assert TASK.item_name(checked) == "7@A"
        assert TASK.item_name(ONE) is None
        assert TASK.check_stimulus(segment, {"reference": 2})["reference"] == "Two."
        # The annotator knows neither the system nor the source nor what others thought.
        view = str(TASK.form(checked, None))
        assert not [word for word in ("狗", "'A'", "'7'") if word in view]

    @pytest.mark.parametrize(
        ("stimulus", "settings", "field"),
        [
            ({"candidate": "B."}, None, "reference"),
            ({"reference": "A."}, None, "candidate"),
            (ONE | {"references": ["x"]}, None, "references"),
            ({"candidate": "B.", "references": ["A."]}, {"reference": 2}, "references"),
            ({"candidate": "B.", "references": [" "]}, None, "references[0]"),
            ({"candidate": "B.", "references": ["A.", 3]}, {"reference": 2}, "references[1]"),
            (ONE | {"frames": []}, None, "frames"),
        ],
    )
    def test_what_is_refused(self, stimulus: Any, settings: Any, field: str) -> None:
        with pytest.raises(InputError) as caught:
            TASK.check_stimulus(stimulus, settings)
        assert caught.value.field == field
