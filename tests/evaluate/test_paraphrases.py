"""Paraphrase systems on clusters: every figure of a point, people, candidates of other systems, the page."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.evaluate import (
    ParaphraseEvaluation,
    ParaphraseTest,
    dump_outputs,
    evaluate_paraphrases,
    read_candidates,
)
from likewise.metrics import Batch
from likewise.metrics.identify import Identify
from likewise.records import Cluster, Description, Segment
from likewise.report import render
from likewise.report.paraphrases import paraphrases_report

CLUSTERS = lw.data.clusters()[:25]
MEASURES = ["bleu", "bleu_with_source", "pinc", "identified", "length_ratio", "near_copies", "verbatim"]


def cluster(name: str, *texts: str) -> Cluster:
    return Cluster(name, tuple(map(Description, texts)))


TWO = [
    cluster("x", "A cat sleeps.", "a cat naps on a sofa", "a cat sleeps"),
    cluster("alone", "nobody answers"),
    cluster("y", "a dog barks", "the dog barks loudly"),
]


def shortened(sources: list[str]) -> list[str]:
    """A system: every third word is dropped."""
    return [" ".join(w for i, w in enumerate(text.split()) if i % 3 < 2) for text in sources]


def test_a_copy_by_hand() -> None:
    point = evaluate_paraphrases(
        TWO, lambda sources: sources, novelty=0.0, training_texts=["A CAT SLEEPS!", "the dog barks loudly"]
    )
    assert point.n == 5
    assert point.bleu_with_source == 100.0
    assert (point.pinc, point.near_copies, point.length_ratio) == (0.0, 100.0, 1.0)
    # The first, third and last source.
    assert point.verbatim == pytest.approx(60.0)
    assert point.identified == 100.0
    assert (
        point.bleu
        == lw.score(list(lw.leave_one_out(TWO)), "bleu", settings={"tokenize": "words"})["bleu"].score
    )
    assert list(point.as_dict()) == ["system", "novelty", *MEASURES, "n"]
    assert (point.name, point.as_dict()["novelty"]) == ("novelty 0", 0.0)


def test_lengths_near_copies_and_empty_outputs_by_hand() -> None:
    answers = ["a cat sleeps", "", "some cat is napping", "a dog barks", "dog"]
    point = evaluate_paraphrases(TWO, candidates=answers)
    assert point.length_ratio == pytest.approx((3 + 0 + 4 + 3 + 1) / (3 + 6 + 3 + 3 + 4))
    # Two are copies, one is a word of its source, one is empty.
    assert point.near_copies == pytest.approx(80.0)
    assert point.warnings == ("1 output is empty, and counted as near copies",)
    assert point.verbatim is None
    assert point.as_dict()["verbatim"] is None
    assert point.name == "candidates"


def test_a_point_is_what_the_metrics_say() -> None:
    test = ParaphraseTest(CLUSTERS, training_texts=["a man is"])
    point = test.evaluate(shortened(test.texts), name="short")
    settings = {"tokenize": "words"}
    found = lw.score(list(point.segments), "bleu,pinc,identify", settings=settings)
    assert point.bleu == pytest.approx(found["bleu"].score)
    assert point.pinc == pytest.approx(found["pinc"].score)
    assert point.identified == pytest.approx(found["identify"].score)
    beside = lw.score(list(point.segments), "bleu", settings={**settings, "with_source": True})
    assert point.bleu_with_source == pytest.approx(beside["bleu"].score)
    assert point.near_copies == pytest.approx(100 * np.mean(np.array(found["pinc"].segments) < 20))
    assert point.scores["pinc"] == pytest.approx(found["pinc"].segments)
    assert point.signatures["identified"] == str(Identify().signature())
    assert 0 < point.identified < 100


def test_people_over_all_ordered_pairs() -> None:
    """Another's description as the output, out of its own references and the source too."""
    clusters = [*CLUSTERS, cluster("two", "a man eats", "a man eats"), cluster("three", "a b", "a b", "a c")]
    human = ParaphraseTest(clusters).human
    pairs = [
        Segment(f"{c.id}/{i}-{j}", texts[j], texts[i], tuple(texts[k] for k in {*range(len(texts))} - {i, j}))
        for c in clusters
        for texts in [[d.text for d in c.texts]]
        for i in range(len(texts))
        for j in range(len(texts))
        if i != j and len(texts) > 2
    ]  # fmt: skip
    # The cluster of two has no pair to offer, but it is a rival all the same.
    rivals = [Segment(f"two/{i}", "", "a man eats", ("a man eats",)) for i in (1, 2)]
    values = Identify().values(Batch([*pairs, *rivals]))[:-2]
    assert human.identified == pytest.approx(values.mean())
    assert 0 < values.mean() < 100
    people = lw.score_clusters(clusters, settings={"tokenize": "words"})
    assert (human.bleu, human.pinc, human.n) == (people["bleu"].score, people["pinc"].score, people.n)
    assert ParaphraseTest([cluster("x", "a", "b")]).human.identified is None


def test_intervals_are_over_clusters_and_reproducible() -> None:
    points = [
        evaluate_paraphrases(CLUSTERS, shortened, training_texts=["a"], bootstrap=100, seed=seed)
        for seed in (1, 1, 2)
    ]
    assert points[0].intervals == points[1].intervals != points[2].intervals
    assert set(points[0].intervals) == set(MEASURES)
    for measure, (low, high) in points[0].intervals.items():
        assert low <= getattr(points[0], measure) <= high
    # Clusters that are alike leave the score where it is, however they are drawn.
    same = [cluster(f"c{i}", "a b c d e", "a b c d f") for i in range(8)]
    low, high = evaluate_paraphrases(same, shortened, bootstrap=50).intervals["pinc"]
    assert low == pytest.approx(high)


def test_chinese_needs_its_tokeniser_and_is_told_so() -> None:
    clusters = [cluster("x", "一只猫在睡觉", "猫睡着了"), cluster("y", "狗在叫", "一只狗叫了")]
    found = evaluate_paraphrases(clusters, lambda sources: sources)
    assert found.identified == 0.0
    assert any("--tokenize zh" in warning for warning in found.warnings)
    found = evaluate_paraphrases(clusters, lambda sources: sources, tokenize="zh")
    assert (found.identified, found.warnings) == (100.0, ())


def test_what_cannot_be_evaluated() -> None:
    with pytest.raises(InputError, match="no cluster holds two texts"):
        ParaphraseTest([cluster("x", "a")])
    with pytest.raises(InputError, match="two clusters have the id 'x'"):
        ParaphraseTest([cluster("x", "a", "b"), cluster("x", "c", "d")])
    with pytest.raises(InputError, match="either a function"):
        evaluate_paraphrases(TWO)
    with pytest.raises(InputError, match="either a function"):
        evaluate_paraphrases(TWO, shortened, candidates=[])
    with pytest.raises(InputError, match="expected a list of outputs, found a string"):
        evaluate_paraphrases(TWO, candidates="abcde")
    with pytest.raises(InputError, match="expected texts, or segments"):
        evaluate_paraphrases(TWO, candidates=["a", "b", "c", "d", 5])  # type: ignore[list-item]


SOURCES = ParaphraseTest(TWO).sources


def written(path: Path, *rows: dict[str, str]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def by_id(text: str = "out", **more: str) -> list[dict[str, str]]:
    return [{"id": s.id, "candidate": f"{text} {s.id}", **more} for s in SOURCES]


def test_candidates_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("one\ntwo\n\nfour\nfive\n", encoding="utf-8")
    assert read_candidates(path, SOURCES) == {"mine": ["one", "two", "", "four", "five"]}
    path.write_text("one\ntwo\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"mine\.txt: holds 2 lines, expected 5: one for each source"):
        read_candidates(path, SOURCES)


def test_candidates_by_id_in_any_order_for_several_systems(tmp_path: Path) -> None:
    rows = [*by_id("late", system="b")[::-1], *by_id("out", system="a")]
    found = read_candidates(written(tmp_path / "c.jsonl", *rows), SOURCES)
    assert list(found) == ["b", "a"]
    assert found["a"] == [f"out {s.id}" for s in SOURCES]
    assert found["b"] == [f"late {s.id}" for s in SOURCES]
    # Known by its first line where the name says nothing; nameless outputs go by the file's name.
    assert list(read_candidates(written(tmp_path / "outputs", *by_id()), SOURCES)) == ["outputs"]


def test_candidates_by_cluster_and_source(tmp_path: Path) -> None:
    rows = [{"id": s.id.partition("/")[0], "source": s.source or "", "candidate": s.id} for s in SOURCES]
    assert read_candidates(written(tmp_path / "c.jsonl", *rows), SOURCES) == {"c": [s.id for s in SOURCES]}


def test_a_sentence_that_stands_twice_may_be_answered_once(tmp_path: Path) -> None:
    sources = ParaphraseTest([cluster("x", "a", "b", "a")]).sources
    rows = [
        {"id": "x", "source": "a", "candidate": "first"},
        {"id": "x", "source": "b", "candidate": "second"},
    ]
    path = written(tmp_path / "c.jsonl", *rows)
    assert read_candidates(path, sources)["c"] == ["first", "second", "first"]
    path = written(tmp_path / "c.jsonl", *rows, {**rows[0], "candidate": "third"})
    assert read_candidates(path, sources)["c"] == ["first", "second", "third"]
    with pytest.raises(InputError, match="'x' has more candidates than sources"):
        read_candidates(written(path, *rows, rows[0], rows[0]), sources)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (by_id()[:3], r"c\.jsonl: 2 of 5 sources have no candidate \(first: 'y/1'\)"),
        ([*by_id(), by_id()[0]], "field 'id': 'x/1' has more candidates than sources"),
        ([{"id": "z/1", "candidate": "a"}], "has the id 'z/1', expected cluster/number such as 'x/1'"),
        ([{"id": "y", "candidate": "a"}], "no sentence of cluster 'y' can be told without the source"),
        ([{"id": "y", "source": "a", "candidate": "a"}], "no sentence of cluster 'y' has this source"),
        (by_id(source="other"), "field 'source': 'x/1' has another source than the clusters"),
    ],
)  # fmt: skip
def test_candidates_that_do_not_fit(tmp_path: Path, rows: list[dict[str, str]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_candidates(written(tmp_path / "c.jsonl", *rows), SOURCES)
    with pytest.raises(InputError, match="unknown format 'xml'"):
        read_candidates(tmp_path / "c.jsonl", SOURCES, format="xml")


def test_outputs_are_segments_again(tmp_path: Path) -> None:
    test = ParaphraseTest(TWO, training_texts=["a"])
    points = [test.evaluate(test.texts, novelty=0.0), test.evaluate(shortened(test.texts), novelty=0.5)]
    path = tmp_path / "outputs.jsonl"
    assert dump_outputs(points, path) == 10
    assert list(lw.read_segments(path, require=["source", "references", "system"])) == [
        segment for point in points for segment in point.segments
    ]
    row = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])
    assert row["novelty"] == 0.5
    assert list(row["scores"]) == [
        "bleu",
        "bleu_with_source",
        "pinc",
        "identified",
        "near_copies",
        "verbatim",
    ]
    assert read_candidates(path, test.sources)["novelty 0.5"] == shortened(test.texts)


def test_evaluation_as_json_table_plane_and_page() -> None:
    test = ParaphraseTest(CLUSTERS, training_texts=["a"], bootstrap=20)
    points = (test.evaluate(test.texts, name="copy"), test.evaluate(shortened(test.texts), novelty=0.5))
    found = ParaphraseEvaluation(points, test.human, 120.0)
    document = json.loads(json.dumps(found.as_dict()))
    assert list(document) == ["points", "human", "sentences_per_second"]
    assert list(document["human"]) == ["bleu", "pinc", "identified"]
    assert document["points"][1]["ci"]["pinc"] == list(points[1].intervals["pinc"])
    lines = str(found).splitlines()
    assert lines[0] == "Paraphrases"
    assert "near copies" in lines[1]
    assert [line[:12].strip() for line in lines[3:6]] == ["copy", "novelty 0.5", "people"]
    assert "100.00 [100.00, 100.00]" in lines[3]
    assert lines[5].endswith("-")
    assert lines[6] == "120 sentences a second"
    for markup in (found._repr_html_(), render(paraphrases_report(found, title="Mine", notes=["a note"]))):
        assert "novelty 0.5" in markup
        assert f"people: pinc {test.human.pinc:.1f}, bleu {test.human.bleu:.1f}" in markup.lower()
    page = render(paraphrases_report(found, notes=["a note"]))
    assert "a note" in page
    assert f"copy: 1.00; novelty 0.5: {points[1].length_ratio:.2f}." in page
    assert "near copies (lower is better)" in page
    assert page == render(paraphrases_report(found, notes=["a note"]))
