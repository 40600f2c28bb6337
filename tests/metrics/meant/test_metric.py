"""The metrics themselves, on texts read by the small parser: scores, flags, signatures, odd texts,
evidence."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.evaluate import find_role_weights, tuning_objective
from likewise.metrics.meant import GROUPS, RoleWeights, draw_alignment, evidence_lines, search_weights
from likewise.metrics.meant.weight_search import ComparisonPool
from likewise.records import Segment

SMALL = {"similarity": "small", "parser": "small"}
NAMES = ("meant", "umeant", "imeant")


def segment(candidate: str, *references: str, lang: str | None = None, z: float = 0.0) -> Segment:
    return Segment(candidate[:20] or "empty", candidate, None, references, None, {"z": z}, lang)


def scored(*segments: Segment, metric: str = "meant", **settings: object) -> list[float]:
    found = lw.score(list(segments), [lw.metrics.get(metric, **{**SMALL, **settings})])[metric].segments
    assert found is not None
    return [float(value) for value in found]


@pytest.mark.parametrize("metric", NAMES)
def test_the_same_text_has_a_hundred_and_swapped_roles_less(metric: str) -> None:
    text = "The dog bit the man in the park yesterday ."
    same, swapped, other = scored(
        segment(text, text),
        segment("The man bit the dog in the park yesterday .", text),
        segment("Nobody likes rain .", text),
        metric=metric,
    )
    assert same == pytest.approx(100.0, abs=1e-3)
    assert other < swapped < same - 0.5


def test_frames_alone_see_swapped_roles_best() -> None:
    text = "The dog bit the man ."
    swapped = segment("The man bit the dog .", text)
    assert scored(swapped, mode="paper")[0] < 0.75 * scored(swapped)[0]


ODD = [
    (segment("", "The dog bit the man ."), "empty"),
    (segment("The dog bit the man .", ""), "empty"),
    (segment("", ""), "empty"),
    (segment("Great news today", "Good news today"), "frameless"),
    (segment("狗咬了那個人", "the dog bit the man"), "unread"),
    (segment("عض الكلب الرجل", "هرب القط من البيت"), "unread"),
    (segment("Der Hund biss den Mann", "Der Hund hat ihn gebissen", lang="de"), "unread"),
    (segment("lol @bob #wow 😂", "this is so #wow @bob 😂"), None),
    (segment("THE DOG BIT THE MAN", "the dog bit the man"), None),
    (segment("the dog bit the man and " * 60, "the dog bit the man"), None),
]


@pytest.mark.parametrize(("odd", "why"), ODD)
def test_odd_texts_have_a_score_and_a_flag(odd: Segment, why: str | None) -> None:
    metric = lw.metrics.get("imeant" if len(odd.candidate) < 200 else "meant", **SMALL)
    result = lw.score([odd], [metric])
    (value,) = result[metric.name].segments  # type: ignore[misc]
    assert 0.0 <= value <= 100.0
    flags = metric.flags(odd)
    if why is not None:
        assert why in {flag["why"] for flag in flags}
        assert value < 99.0
        assert result[metric.name].details["backed_off"] == 1
    if why == "empty":
        assert value == 0.0
    assert any("had no frames" in line for line in result.warnings)


def test_words_that_the_encoder_does_not_know_are_like_their_equals_only() -> None:
    same, other = scored(segment("ጤና ይስጥልኝ", "ጤና ይስጥልኝ"), segment("ጤና ይስጥልኝ", "ሰላም ዓለም"))
    assert same > 95.0
    assert other < 60.0


def test_several_references() -> None:
    first, second = "The dog bit the man .", "Rain fell on the town ."
    one = segment(first, first), segment(first, second)
    both = segment(first, second, first)
    best, mean = scored(both)[0], scored(both, several="mean")[0]
    assert best == pytest.approx(max(scored(*one)))
    assert mean == pytest.approx(float(np.mean(scored(*one))))


def test_signature_names_every_setting() -> None:
    signature = str(lw.metrics.get("imeant", **SMALL).signature())
    for part in (
        "similarity:small-layer2-base0",
        "backoff:pieces-",
        "null:0.3",
        "semiring:viterbi",
        "parser:frames:en-small",
    ):
        assert part in signature
    assert "null" not in str(lw.metrics.get("meant", **SMALL).signature())


@pytest.mark.parametrize(
    "settings",
    [{"null": 0.1}, {"sentence": 1.5}, {"phrase": "nonsense"}, {"similarity": "exact", "backoff": "pieces"}],
)
def test_settings_without_effect_or_sense_are_refused(settings: dict[str, object]) -> None:
    with pytest.raises(InputError):
        lw.metrics.get("meant", **settings)


def test_unsupervised_weights_are_those_of_the_references() -> None:
    metric = lw.metrics.get("umeant", **SMALL)
    named = metric.role_weights([segment("x", "The dog bit the man .")]).named()  # type: ignore[attr-defined]
    assert named["pred"] == named["agent"] == named["experiencer"] == pytest.approx(1 / 3)


# --- weights from ratings ---------------------------------------------------------------------------------

PAIRS = [
    ("The dog bit the man .", "The dog bit the man .", 3), ("The man bit the dog .", "The dog bit the man .", 1),  # noqa: E501
    ("She sold him a car .", "She sold him a car .", 3), ("He sold her a car .", "She sold him a car .", 1),
    ("They left early .", "They left at dawn .", 2), ("They never left .", "They left at dawn .", 0),
    ("We saw it .", "We saw the film .", 2), ("You saw it .", "We saw the film .", 1),
    ("He may come .", "He will come .", 2), ("She came .", "He will come .", 0),
    ("Rain fell .", "It rained hard .", 1), ("The sun shone .", "It rained hard .", 0),
]  # fmt: skip
RATED = [segment(candidate, reference, z=z) for candidate, reference, z in PAIRS]


def test_pool_scores_as_comparisons_do() -> None:
    metric = lw.metrics.get("meant", **SMALL)
    compared = [own[0] for own in metric.compared(RATED)]  # type: ignore[attr-defined]
    weights = RoleWeights.of({"pred": 1.0, "agent": 2.0, "negation": 0.5}).array
    assert ComparisonPool(compared, 0.3).scores(weights) == pytest.approx(
        [c.score(weights, 0.3) for c in compared]
    )


def test_weights_from_ratings_follow_them_no_worse_and_can_be_used(tmp_path: Path) -> None:
    found = find_role_weights(RATED, "z", settings={**SMALL, "mode": "paper"})
    assert found.after >= found.before
    assert sum(found.weights.values) == pytest.approx(1.0)
    path = tmp_path / "weights.json"
    path.write_text(json.dumps({"weights": found.weights.named()}))
    assert len(scored(*RATED, weights=str(path))) == len(RATED)


def test_few_ratings_are_refused() -> None:
    start = RoleWeights.of(dict.fromkeys(GROUPS, 1.0))
    with pytest.raises(InputError):
        search_weights([], [1.0, 2.0], start=start, share=0.0)


# --- evidence ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("metric", ["meant", "imeant"])
def test_evidence_shows_frames_side_by_side(metric: str) -> None:
    own = lw.metrics.get(metric, **SMALL)
    found = own.explain(segment("The dog did not bite the man .", "The dog bit the man yesterday ."))
    (frame,) = found["frames"]
    assert (frame["predicate"]["candidate"], frame["predicate"]["reference"]) == ("bite", "bit")
    assert {role["group"] for role in frame["roles"] if role["counts"]} == {"agent", "experiencer"}
    if metric == "imeant":
        assert frame["roles"][0]["biparse"] == "[The/The dog/dog]"
    lines = "\n".join(evidence_lines(found))
    assert "bite" in lines
    ElementTree.fromstring(draw_alignment(found, standalone=True))
    json.dumps(found)


def test_evidence_of_odd_texts() -> None:
    own = lw.metrics.get("imeant", **SMALL)
    for odd, _ in ODD[:5]:
        found = own.explain(odd)
        assert evidence_lines(found)
        assert draw_alignment(found)


def test_objective_for_the_tuner() -> None:
    objective = tuning_objective(lw.metrics.get("meant", **SMALL), [segment("", "the dog bit the man")])
    rows = objective.measure([0, 0], [("the", "dog", "bit", "the", "man"), ("a", "cat", "slept")])
    good, bad = objective.scores(rows)
    assert good > bad + 10
    with pytest.raises(InputError):
        tuning_objective("umeant", [])
