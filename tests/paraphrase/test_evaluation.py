"""Evaluating a paraphraser: points on the dial, other systems beside it, what it says beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import ParaphraseTest
from likewise.paraphrase import Paraphraser, evaluate_paraphraser, open_paraphraser
from likewise.records import Cluster, Description

CLUSTERS = data.clusters()[:3]


def test_a_point_for_each_place_and_each_system(model: Paraphraser, tmp_path: Path) -> None:
    test = ParaphraseTest(CLUSTERS, training_texts=model.training_texts)
    copies = tmp_path / "copies.txt"
    copies.write_text("\n".join(test.texts) + "\n", encoding="utf-8")
    shares: list[float] = []
    result = evaluate_paraphraser(
        CLUSTERS, model, candidates=copies, novelty=[None, 0.7], name="mine",
        progress=lambda what, share: shares.append(share),
    )  # fmt: skip
    plain, new, copied = result.points
    assert [point.name for point in result.points] == ["mine", "novelty 0.7", "copies"]
    assert copied.pinc == 0.0
    wordings = [model.paraphrase(text, 0.7).text for text in test.texts]
    assert new.as_dict() == test.evaluate(wordings, novelty=0.7).as_dict()
    assert plain.novelty is None
    assert result.human == test.human
    assert (result.sentences_per_second or 0) > 0
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_sources_that_were_learnt_are_told(model: Paraphraser) -> None:
    notes: list[str] = []
    evaluate_paraphraser(CLUSTERS[:1], model, note=notes.append)
    assert notes == ["100% of the sources are training sentences: these figures are too good to be true"]
    new = Cluster("new", (Description("zebras graze"), Description("some zebras eat grass")))
    evaluate_paraphraser([new], model, note=notes.append)
    assert len(notes) == 1


def test_another_system_alone_and_nothing_at_all(tmp_path: Path) -> None:
    texts = ParaphraseTest(CLUSTERS).texts
    (tmp_path / "x.txt").write_text("\n".join(reversed(texts)) + "\n", encoding="utf-8")
    result = evaluate_paraphraser(CLUSTERS, candidates=tmp_path / "x.txt", tokenize="13a", bootstrap=5)
    (point,) = result.points
    assert (point.name, point.verbatim, result.sentences_per_second) == ("x", None, None)
    assert set(point.intervals) >= {"bleu", "pinc"}
    with pytest.raises(InputError, match="expected a paraphraser, a file of candidates, or both"):
        evaluate_paraphraser(CLUSTERS)


def test_a_paraphraser_by_its_folder_or_the_small_one(model: Paraphraser, tmp_path: Path) -> None:
    model.save(tmp_path / "m")
    assert open_paraphraser(tmp_path / "m").card == model.card
    assert open_paraphraser() is model
