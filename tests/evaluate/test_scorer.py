"""Scoring: streams and lists, systems, intervals, and the laws of mergeable sums."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from likewise import data
from likewise.errors import InputError
from likewise.evaluate import score, score as score_function
from likewise.evaluate.accumulate import Accumulator
from likewise.evaluate.scorer import batches
from likewise.metrics import BLEU, WER, Batch, available
from likewise.records import Segment

ROWS = data.outputs()
ENCODED = ("meaning", "meant", "umeant", "imeant", "xmeant", "xmeant-bitg", "cosine", "greedy")
STREAMABLE = [name for name in available() if name not in ("self-bleu", "verdict")]


def test_a_stream_scores_as_the_list_does(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = ROWS[::11]
    whole = score(rows, STREAMABLE, by="system", bootstrap=50)
    module = __import__("likewise.evaluate.scorer", fromlist=["_STREAM_SEGMENTS"])
    monkeypatch.setattr(module, "_STREAM_SEGMENTS", 5)
    cut = score(iter(rows), STREAMABLE, by="system", bootstrap=50)
    for name in STREAMABLE:
        # Encoders add numbers of single precision in an order that depends on the batch.
        near = 1e-9 if name not in ENCODED else 1e-5
        assert cut[name].score == pytest.approx(whole[name].score, abs=near)
        assert cut[name].ci == pytest.approx(whole[name].ci, abs=near)
        assert cut[name].segments == pytest.approx(whole[name].segments)
        assert whole.systems is not None
        assert cut.systems is not None
        for system, found in whole.systems.items():
            assert cut.systems[system][name].score == pytest.approx(found[name].score, abs=near)
            assert cut.systems[system][name].ci == pytest.approx(found[name].ci, abs=near)


@pytest.mark.parametrize("limit", ["_STREAM_TEXTS", "_STREAM_CHARACTERS"])
def test_streams_are_cut_by_texts_and_characters_too(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    module = __import__("likewise.evaluate.scorer", fromlist=[limit])
    monkeypatch.setattr(module, limit, 40)
    cut = list(batches(iter(ROWS)))
    assert len(cut) > len(ROWS) // 5
    assert [s for batch in cut for s in batch.segments] == ROWS


def test_a_system_scores_as_it_does_alone() -> None:
    together = score(ROWS, by="system")
    assert together.systems is not None
    assert together.systems.keys() == {"copycat", "swapper", "free", "broken"}
    for system, found in together.systems.items():
        alone = score([s for s in ROWS if s.system == system])
        assert found.n == alone.n == 44
        assert found["bleu"].score == pytest.approx(alone["bleu"].score)
        assert found["pinc"].segments == pytest.approx(alone["pinc"].segments)


def test_merge_of_parts_is_the_whole() -> None:
    metric = BLEU()
    batch = Batch(ROWS)
    statistics = metric.statistics(batch)
    scores = metric.score_segments(statistics)
    weights = np.random.default_rng(1).poisson(1.0, (len(ROWS), 20)).astype(float)
    whole, left, right, empty = (Accumulator(metric, 20) for _ in range(4))
    whole.add(statistics, scores, weights)
    left.add(statistics[:50], scores[:50], weights[:50])
    right.add(statistics[50:], scores[50:], weights[50:])
    left.merge(right)
    left.merge(empty)
    assert left.score().score == whole.score().score
    assert left.score().ci == pytest.approx(whole.score().ci)
    assert left.n == whole.n == len(ROWS)


def test_intervals_are_those_of_the_multinomial_bootstrap() -> None:
    found = score(ROWS, "pinc", bootstrap=4000)["pinc"]
    assert found.segments is not None
    oracle = stats.bootstrap((found.segments,), np.mean, n_resamples=4000, method="percentile", rng=1)
    assert found.ci == pytest.approx(tuple(oracle.confidence_interval), abs=0.8)
    low, high = found.ci or (0, 0)
    assert low < found.score < high


def test_same_seed_same_interval() -> None:
    first, again = (score(ROWS, "bleu", bootstrap=100, seed=7)["bleu"] for _ in range(2))
    assert first.ci == again.ci
    assert score(ROWS, "bleu", bootstrap=100, seed=8)["bleu"].ci != first.ci
    assert "bootstrap:100|seed:7" in str(first.signature)


def test_a_handful_of_segments_has_an_interval_too() -> None:
    found = score(ROWS[:2], "bleu,pinc", bootstrap=200)
    assert found["bleu"].ci is not None


def test_empty_candidates_are_scored_and_told() -> None:
    rows = [Segment("1", " ", "a b", ("a b",)), Segment("2", "a b c d", "a b c d", ("a b c d",))]
    found = score(rows)
    assert found["pinc"].segments is not None
    assert found["pinc"].segments.tolist() == [0, 0]
    assert found.warnings == ("1 candidate is empty and scored as such (first: segment '1')",)


def test_empty_references_are_told() -> None:
    """Word error rate counts the words of the candidate for errors, of none that were expected."""
    rows = [
        Segment("1", "a b", "s", ("a b",)),
        Segment("2", "a b", "s", (" ", "c")),
        Segment("3", "a", "s", ("",)),
    ]
    told = "2 segments have an empty reference, and the candidates are held against it (first: segment '2')"
    assert told in score(rows, "bleu").warnings
    assert score(rows[2:], "bleu,chrf", by=None).warnings[0].startswith("1 segment has an empty reference")
    assert not any("empty" in text for text in score(rows, "pinc").warnings)
    assert not any("empty" in text for text in score(rows[:1], "bleu").warnings)


def test_signature_tells_the_number_of_references() -> None:
    rows = [Segment("1", "a", "b", ("a", "b")), Segment("2", "a", "b", ("a", "c"))]
    assert "references:2" in str(score(rows)["bleu"].signature)
    assert "references" not in str(score(rows)["pinc"].signature)
    varying = score([*rows, Segment("3", "a", "b", ("a",))])
    assert "references:varying" in str(varying["bleu"].signature)


def test_scores_of_segments_can_be_seen_as_they_come() -> None:
    seen: list[float] = []
    found = score(
        iter(ROWS), "pinc", keep_segments=False, on_batch=lambda _, scores: seen.extend(scores["pinc"])
    )
    assert found["pinc"].segments is None
    assert np.mean(seen) == pytest.approx(found["pinc"].score)


def test_json_objects() -> None:
    plain = score(ROWS, "bleu", bootstrap=10).as_dict()
    assert plain.keys() == {"n", "metrics"}
    assert plain["metrics"]["bleu"].keys() == {"score", "n", "ci", "signature", "sacrebleu"}
    by_system = score(ROWS, "bleu", by="system").as_dict()
    assert by_system.keys() == {"n", "metrics", "systems"}
    assert (by_system["n"], by_system["metrics"].keys()) == (176, {"bleu"})
    assert by_system["systems"]["free"].keys() == {"n", "metrics"}


def test_results_show_themselves_in_a_notebook() -> None:
    shown = score(ROWS, by="system", bootstrap=10)._repr_html_()
    assert "<table>" in shown
    assert "<svg" in shown
    assert "copycat" in shown
    assert "<svg" not in score(ROWS, "bleu")._repr_html_()


@pytest.mark.parametrize(
    ("rows", "arguments", "message"),
    [
        ([], {}, "no segment to score"),
        ([Segment("1", "a", "b", ("c",))], {"by": "system"}, "segment '1' names no system"),
        ([Segment("1", "a", "b", ("c",))], {"by": "lang"}, "cannot score by 'lang'"),
        ([Segment("1", "a", "b")], {}, "segment '1' has no reference"),
        ([Segment("1", None, "b", ("c",))], {}, "segment '1': expected a string"),  # type: ignore[arg-type]
        ([Segment("1", "a", 3, ("c",))], {}, "expected a string or nothing"),  # type: ignore[arg-type]
        ([Segment("1", "a", "b", (3,))], {}, "expected a sequence of strings"),  # type: ignore[arg-type]
        ([Segment("1", "a", "b", None)], {}, "expected a sequence of strings"),  # type: ignore[arg-type]
        ([Segment("1", "a", "b\ud800", ("c",))], {}, "lone surrogate"),
        (["text"], {}, "row 0 .*expected a mapping or a likewise.Segment, found str"),
        ("file.jsonl", {}, r"expected segments, found a name: read the file with lw\.read_segments"),
        ([Segment("1", "a", "b", "c d")], {}, "expected a sequence of strings"),  # type: ignore[arg-type]
    ],
)
def test_bad_segments_are_named(rows: list[Segment], arguments: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        score_function(rows, **arguments)  # type: ignore[arg-type]


def test_languages_that_come_later_in_a_stream_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"zh": "我喜欢吃苹果和香蕉", None: "nobody knows what this is", "en": "a long text, with commas"}
    rows = [
        Segment(f"{lang}{n}", text + "!" * n, "", (text,), system, lang=lang)
        for lang, text in texts.items() for n in range(3) for system in "ab"
    ]  # fmt: skip
    whole = score(rows, "bleu", by="system", bootstrap=20)
    module = __import__("likewise.evaluate.scorer", fromlist=["_STREAM_SEGMENTS"])
    monkeypatch.setattr(module, "_STREAM_SEGMENTS", 4)
    cut = score(iter(rows), "bleu", by="system", bootstrap=20)
    for scores in (whole, cut):
        assert scores.languages is not None
        assert scores.systems is not None
        assert [*scores.languages] == ["zh", "und", "en"]
        for code, found in scores.languages.items():
            alone = score([row for row in rows if (row.lang or "und") == code], "bleu")
            assert found.n == alone.n == 6
            assert found["bleu"].score == pytest.approx(alone["bleu"].score)
            assert found["bleu"].segments == pytest.approx(alone["bleu"].segments)
            of_system = scores.systems["b"].languages
            assert of_system is not None
            assert of_system[code].n == 3
    assert cut["bleu"].ci == pytest.approx(whole["bleu"].ci)
    assert str(cut["bleu"].signature) == str(whole["bleu"].signature)


def test_one_text_in_two_languages_is_cut_by_both_tokenisers() -> None:
    rows = [Segment(lang, "中文 text", None, ("中文 text",), lang=lang) for lang in ("en", "zh")]
    scores = score(rows, [WER()])
    assert scores["wer"].segments == pytest.approx([0, 0])
    words = Batch(rows, ("references",)).words(WER().tokenization)
    assert sorted(words.lengths.tolist()) == [2, 3]
