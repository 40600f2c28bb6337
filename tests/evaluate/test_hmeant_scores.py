"""HMEANT on annotations worked by hand: scores, settings, agreement on both steps, refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.evaluate import HmeantResult, hmeant
from likewise.metrics.meant import read_annotations

REFERENCE: dict[str, Any] = {
    "tokens": ["the", "dog", "bit", "the", "man", "yesterday"],
    "frames": [
        {
            "predicate": [2, 3],
            "roles": [
                {"label": "ARG0", "span": [0, 2]},
                {"label": "what", "span": [3, 5]},
                {"label": "AM-TMP", "span": [5, 6]},
            ],
        }
    ],
}
CANDIDATE: dict[str, Any] = {
    "tokens": ["a", "dog", "bit", "him"],
    "frames": [
        {"predicate": [2, 3], "roles": [{"label": "who", "span": [0, 2]}, {"label": "ARG1", "span": [3, 4]}]}
    ],
}


def verdict(role: int, said: str, other: int | None = None) -> dict[str, Any]:
    return {"candidate": role, "reference": role if other is None else other, "verdict": said}


def annotation(*roles: dict[str, Any], **changed: Any) -> dict[str, Any]:
    links = [{"candidate": 0, "reference": 0, "roles": list(roles)}]
    return {"id": "1", "candidate": CANDIDATE, "reference": REFERENCE, "alignments": links} | changed


LINK: dict[str, Any] = {"candidate": 0, "reference": 0, "roles": []}
GOOD = verdict(0, "good")
WHOO = {"label": "whoo", "span": [1, 2]}


def framed(predicate: list[int], *roles: dict[str, Any]) -> dict[str, Any]:
    return CANDIDATE | {"frames": [{"predicate": predicate, "roles": list(roles)}]}


BOTH = (verdict(0, "correct"), verdict(1, "partial"))


def scored(folder: Path, *rows: dict[str, Any], **settings: Any) -> HmeantResult:
    path = folder / "annotations.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return hmeant(read_annotations(path), bootstrap=100, **settings)


@pytest.mark.parametrize(
    ("roles", "partial", "precision", "recall"),
    [
        # Predicate, who and what: (1 + 1 + partial) of 3 that the candidate has, of 4 that the reference has.
        (BOTH, 0.5, 2.5 / 3, 2.5 / 4),
        (BOTH, 0.0, 2 / 3, 2 / 4),
        (BOTH, 1.0, 1.0, 3 / 4),
        ((verdict(0, "incorrect"), verdict(1, "incorrect")), 0.5, 1 / 3, 1 / 4),
        ((), 0.5, 1 / 3, 1 / 4),
    ],
)
def test_one_frame_by_hand(
    tmp_path: Path, roles: tuple[Any, ...], partial: float, precision: float, recall: float
) -> None:
    (one,) = scored(tmp_path, annotation(*roles), partial=partial).segments
    assert one.precision == pytest.approx(100 * precision)
    assert one.recall == pytest.approx(100 * recall)
    assert one.score == pytest.approx(100 * 2 * precision * recall / (precision + recall))


def test_frames_weigh_by_their_words_and_an_unaligned_one_is_lost(tmp_path: Path) -> None:
    # The second frame of the candidate fills 1 of 1 + 4 words and has no partner.
    more = {
        "tokens": [*CANDIDATE["tokens"], "barked"],
        "frames": [*CANDIDATE["frames"], {"predicate": [4, 5], "roles": []}],
    }
    row = annotation(verdict(0, "correct"), verdict(1, "correct"), candidate=more)
    (one,) = scored(tmp_path, row).segments
    assert (one.precision, one.recall) == (pytest.approx(100 * 4 / 5), pytest.approx(75))
    (one,) = scored(tmp_path, row, unaligned="ignore").segments
    assert one.precision == pytest.approx(100)


def test_weights_of_a_file_and_from_the_references(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text('{"weights": {"pred": 1, "agent": 3}}', encoding="utf-8")
    row = annotation(verdict(1, "correct"))
    assert scored(tmp_path, row, weights=str(path)).overall.score == pytest.approx(25)
    # One predicate, who, what and when in the references: all alike.
    assert scored(tmp_path, row, weights="unsupervised").overall.recall == pytest.approx(50)


def test_identity_is_100_and_one_side_without_frames_0(tmp_path: Path) -> None:
    same = annotation(*(verdict(i, "correct") for i in range(3)), candidate=REFERENCE)
    none = annotation(candidate={"tokens": ["yes"], "frames": []}, alignments=[], id="2")
    empty = none | {"reference": {"tokens": ["no"], "frames": []}, "id": "3"}
    waiting = annotation(alignments=None, id="4")
    found = scored(tmp_path, same, none, empty, waiting)
    assert [one.score for one in found.segments] == [pytest.approx(100), 0.0, None, None]
    assert (found.overall.n, found.overall.score) == (2, pytest.approx(50))
    assert len(found.remarks) == 3


def test_roles_of_two_groups_count_for_nothing_and_it_is_said(tmp_path: Path) -> None:
    found = scored(tmp_path, annotation(verdict(0, "correct", 1)))
    assert found.overall.recall == pytest.approx(25)
    assert "different groups" in found.remarks[0]


def test_of_references_the_best_of_annotators_the_mean(tmp_path: Path) -> None:
    good = annotation(
        *(verdict(i, "correct") for i in range(3)), candidate=REFERENCE, annotator="a", system="A"
    )
    worse = good | {"reference": CANDIDATE, "alignments": []}
    other = good | {"annotator": "b", "alignments": []}
    found = scored(tmp_path, good, worse, other)
    (one,) = found.segments
    assert (one.score, one.annotators) == (pytest.approx(50), 2)
    assert found.systems["A"].n == 1
    assert one.as_segment().human == {"hmeant": pytest.approx(50)}


def test_agreement_on_both_steps(tmp_path: Path) -> None:
    one = annotation(*BOTH, annotator="a")
    # b leaves out the candidate's WHAT, so only WHO was judged by both; all of the reference is the same.
    fewer = {
        "tokens": CANDIDATE["tokens"],
        "frames": [{"predicate": [2, 3], "roles": [{"label": "who", "span": [0, 2]}]}],
    }
    found = scored(tmp_path, one, annotation(verdict(0, "partial"), candidate=fewer, annotator="b")).agreement
    assert found is not None
    assert (found.annotators, found.shared) == (2, 1)
    assert found.marked["predicates"].f == 1.0
    assert found.marked["roles"].f == pytest.approx(2 * 4 / (5 + 4))
    assert found.marked["frames"].f == 1.0
    assert found.marked["fillers"].f == pytest.approx(2 / 3)
    assert (found.decided["judgement"].n, found.decided["judgement"].same) == (1, 0.0)
    assert found.decided["alignment"].same == 1.0


def test_kappa_of_verdicts_by_hand(tmp_path: Path) -> None:
    # Said of WHO and WHAT of two candidates: correct, correct, incorrect, incorrect against correct,
    # incorrect, incorrect, incorrect. 3 of 4 are the same, .5 by chance.
    yes, no = "correct", "incorrect"
    rows = [
        annotation(verdict(0, first), verdict(1, second), annotator=who, id=name)
        for who, name, first, second in [
            ("a", "1", yes, yes), ("a", "2", no, no), ("b", "1", yes, no), ("b", "2", no, no)
        ]
    ]  # fmt: skip
    found = scored(tmp_path, *rows).agreement
    assert found is not None
    judgement = found.decided["judgement"]
    assert (judgement.n, judgement.same, judgement.kappa) == (4, 0.75, pytest.approx(0.5))


@pytest.mark.parametrize(
    ("changed", "field", "message"),
    [
        ({"candidate": None}, "candidate", "missing"),
        ({"candidate": {"tokens": [3], "frames": []}}, "candidate.tokens[0]", "expected a word"),
        ({"candidate": framed([2, 9])}, "candidate.frames[0].predicate", "of the 4 tokens"),
        ({"candidate": framed([0, 1], WHOO)}, "candidate.frames[0].roles[0].label", "unknown role 'whoo'"),
        ({"alignments": [LINK | {"candidate": 1}]}, "alignments[0].candidate", "there are 1"),
        ({"alignments": [LINK, LINK]}, "alignments[1].candidate", "one to one"),
        ({"alignments": [LINK | {"roles": [GOOD]}]}, "alignments[0].roles[0].verdict", "expected correct"),
    ],
)
def test_bad_annotations_name_line_and_field(
    tmp_path: Path, changed: dict[str, Any], field: str, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        scored(tmp_path, annotation(), annotation(id="2", **changed))
    assert (caught.value.line, caught.value.field) == (2, field)


def test_what_was_annotated_before_or_has_other_words_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="annotated before, on line 1"):
        scored(tmp_path, annotation(), annotation())
    other = CANDIDATE | {"tokens": ["the", "dog", "bit", "him"]}
    with pytest.raises(InputError, match="not those on line 1"):
        scored(tmp_path, annotation(annotator="a"), annotation(annotator="b", candidate=other))
