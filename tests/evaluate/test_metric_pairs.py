"""Metrics and people over pairs of candidates and of systems, from segments."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

import likewise as lw
from likewise.evaluate import pair_agreement
from likewise.judging import pair_accuracy


@pytest.fixture(scope="module")
def outputs() -> list[lw.Segment]:
    return lw.data.outputs()


def means(outputs: list[lw.Segment], criterion: str) -> dict[str, float]:
    marks: dict[str, list[float]] = {}
    for one in outputs:
        assert one.system is not None
        marks.setdefault(one.system, []).append(
            (one.human[criterion + "@a"] + one.human[criterion + "@b"]) / 2
        )
    return {system: float(np.mean(values)) for system, values in marks.items()}


def test_candidates_are_paired_by_their_segment(outputs: list[lw.Segment]) -> None:
    found = pair_agreement(outputs, "meaning", "chrf", samples=50)
    scores = lw.score(outputs, "chrf")["chrf"].segments
    assert scores is not None
    ratings = [(s.human["meaning@a"] + s.human["meaning@b"]) / 2 for s in outputs]
    wanted = pair_accuracy(scores, ratings, groups=[s.id for s in outputs])
    assert found.metrics["chrf"].accuracy.calibrated == pytest.approx(wanted.calibrated)
    assert (wanted.pairs, wanted.groups, found.n) == (44 * 6, 44, 176)
    assert found.metrics["chrf"].counts.pairs == 44 * 6


def test_systems_are_ranked_by_their_corpus_scores(outputs: list[lw.Segment]) -> None:
    found = pair_agreement(outputs, "meaning", "bleu,ter", samples=200)
    scores = lw.score(outputs, "bleu,ter", by="system").systems
    assert scores is not None
    human = means(outputs, "meaning")
    for name, sign in (("bleu", 1), ("ter", -1)):
        agreed = [
            sign * (scores[a][name].score - scores[b][name].score) * (human[a] - human[b]) > 0
            for a, b in combinations(human, 2)
        ]
        systems = found.metrics[name].systems
        assert systems is not None
        assert (systems.accuracy, systems.pairs) == (np.mean(agreed), 6)
        assert systems.soft is not None
        assert 0 <= systems.soft <= 1


def test_lower_is_better_counts_as_its_own_negative(outputs: list[lw.Segment]) -> None:
    # TER is an error rate, and yet orders more pairs right than wrong.
    assert pair_agreement(outputs, "meaning", "ter", samples=10).metrics["ter"].counts.tau_13 > 0


def test_pairs_of_a_system_and_any_pairs(outputs: list[lw.Segment]) -> None:
    by_system = pair_agreement(outputs, "meaning", "bleu", by="system", samples=10)
    assert by_system.metrics["bleu"].accuracy.pairs == 4 * (44 * 43 // 2)
    everything = pair_agreement(outputs, "meaning", "bleu", by="all", margin=1.0, samples=10)
    assert (
        everything.metrics["bleu"].accuracy.pairs == 176 * 175 // 2 > everything.metrics["bleu"].counts.pairs
    )
    assert "rated at least 1 apart" in str(everything)


def test_one_system_has_no_ranking(outputs: list[lw.Segment]) -> None:
    alone = [one for one in outputs if one.system == "free"]
    found = pair_agreement(alone, "meaning", "bleu", by="all")
    assert found.metrics["bleu"].systems is None
    assert found.as_dict()["metrics"]["bleu"]["systems"] is None
    assert len(found.tables()) == 1
    with pytest.raises(lw.InputError, match="no two outputs are for one segment"):
        pair_agreement(alone, "meaning", "bleu")


def test_json_and_tables_have_the_same_figures(outputs: list[lw.Segment]) -> None:
    found = pair_agreement(outputs, "meaning", "bleu", samples=20)
    row = found.as_dict()["metrics"]["bleu"]
    assert f"{row['acc_eq']:.3f}" in str(found)
    assert row["systems"]["soft_pairs"] == 6
    assert len(str(found).splitlines()) < 30


def test_what_cannot_be_paired(outputs: list[lw.Segment]) -> None:
    with pytest.raises(lw.InputError, match="cannot pair by 'x', expected one of item, system, all"):
        pair_agreement(outputs, "meaning", "bleu", by="x")
    nameless = [lw.Segment(s.id, s.candidate, s.source, s.references, human=s.human) for s in outputs]
    with pytest.raises(lw.InputError, match="names no system"):
        pair_agreement(nameless, "meaning", "bleu", by="system")


def test_who_is_preferred_how_surely(outputs: list[lw.Segment]) -> None:
    found = pair_agreement(outputs, "meaning", "chrf", samples=200)
    better = means(outputs, "meaning")
    for (a, b), share in found.people_prefer.items():
        assert (share > 0.5) == (better[a] > better[b])
    systems = found.metrics["chrf"].systems
    assert systems is not None
    assert systems.agreement is not None
    assert systems.agreement.pairs == len(found.people_prefer) == 6
    assert systems.agreement.sure >= systems.agreement.agreed >= systems.agreement.agreed_sure
    row = found.as_dict()["preferences"][0]
    assert row["people"] == found.people_prefer[row["a"], row["b"]]
    assert row["metrics"]["chrf"] == systems.prefers[row["a"], row["b"]]
    table = found.tables()[2]
    assert table.title == "Which system is preferred by 'meaning', how surely?"
    people = [row[2].value for row in table.rows]  # type: ignore[attr-defined]
    assert people == sorted(people, reverse=True)
    assert min(people) >= 50


def test_pairs_in_a_judgement(outputs: list[lw.Segment]) -> None:
    judged = lw.judge(outputs, "meaning", "chrf", bootstrap=200, pairs=True)
    assert judged.pairs is not None
    assert judged.pairs.as_dict() == pair_agreement(outputs, "meaning", "chrf", samples=200).as_dict()
    assert judged.as_dict()["pairs"]["by"] == "item"
    single = [one for one in outputs if one.system == "free"]
    alone = lw.judge(single, "meaning", "chrf", bootstrap=0, pairs=True).pairs
    assert alone is not None
    assert alone.by == "all"
    assert len(alone.tables()) == 1


def test_margin_in_a_judgement(outputs: list[lw.Segment]) -> None:
    judged = lw.judge(outputs, "meaning", "chrf", bootstrap=10, pairs=True, margin=1.0)
    assert judged.pairs is not None
    assert judged.pairs.margin == 1.0
    counts = judged.pairs.metrics["chrf"].counts
    assert counts == pair_agreement(outputs, "meaning", "chrf", margin=1.0, samples=10).metrics["chrf"].counts
    assert 0 < counts.pairs < 44 * 6
    with pytest.raises(lw.InputError, match="margin has no effect here: it is of pairs"):
        lw.judge(outputs, "meaning", "chrf", bootstrap=10, margin=1.0)
