"""How much words count: idf worked by hand, from references, from a file, from the vocabulary."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.evaluate import scorer
from likewise.metrics import get
from likewise.metrics.encoders.word_weights import CountedWeights, VocabularyWeights, names_in
from likewise.records import Segment

SMALL = {"encoder": "small"}
TEXTS = ("the cat sleeps", "the dog sleeps", "the stock fell")


def test_counts_worked_by_hand() -> None:
    weights = CountedWeights(lambda kind, lang: TEXTS, "words").of(
        ["the", "cat", "sleeps", "owl"], "small", "en"
    )
    assert weights == pytest.approx([math.log(4 / n) for n in (4, 2, 3, 1)])
    assert CountedWeights(lambda kind, lang: (), "words").of(["the"], "small", "en") is None


def test_the_weights_decide() -> None:
    """A candidate that has lost the rare word loses more than one that has lost the word of all texts."""
    rows = [Segment(str(n), text, None, (text,)) for n, text in enumerate(TEXTS)]
    lost = [Segment("a", "cat sleeps", None, (TEXTS[0],)), Segment("b", "the sleeps", None, (TEXTS[0],))]
    plain, rare = (get("greedy", part="recall", idf=idf, **SMALL) for idf in ("none", "references"))
    found = [lw.score([*rows, *lost], [metric])["greedy"].segments for metric in (plain, rare)]
    gaps = [own[3] - own[4] for own in found if own is not None]
    assert gaps[1] > gaps[0] > 0


def test_words_as_the_encoders_cut_them() -> None:
    assert names_in("Unbelievably, 😀", "small", "en", "words") == ["unbelievably", ",", "😀"]
    pieces = names_in("Unbelievably, 😀", "small", "en", "pieces")
    assert "".join(piece.removeprefix("##") for piece in pieces) == "unbelievably,😀"
    assert names_in("Die Katze", "multilingual", "de", "pieces") == ["die", "katze"]
    assert names_in("猫は", "equal-words", "ja", "words") == ["猫", "は"]


def test_rarer_pieces_tell_more_by_the_vocabulary() -> None:
    weights = VocabularyWeights().of(["the", "house", "raven", "nonsensicality"], "small", "en")
    assert weights is not None
    assert (np.diff(weights) > 0).all()
    assert VocabularyWeights().of(["haus"], "multilingual", "de") is None


def test_references_weigh_the_same_in_any_order_and_however_often(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row for row in lw.data.outputs() if row.system == "free"]
    metric = get("greedy", idf="references", **SMALL)
    whole = lw.score(rows, [metric])
    monkeypatch.setattr(scorer, "_STREAM_SEGMENTS", 7)
    for other in (rows[::-1], iter(rows), rows + rows):
        assert lw.score(other, [metric])["greedy"].score == pytest.approx(whole["greedy"].score, abs=1e-6)
    texts = {text for row in rows for text in row.references}
    (told,) = whole.warnings
    assert told.startswith(f"greedy: words are weighed by {len(texts)} different references: only scores")
    assert whole["greedy"].score != lw.score(rows, [get("greedy", **SMALL)])["greedy"].score


def test_a_file_weighs_a_stream_as_its_references_do(tmp_path: Path) -> None:
    rows = lw.data.outputs()[:30]
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(dict.fromkeys(text for row in rows for text in row.references)) + "\n\n")
    counted, given = (get("greedy", idf=idf, **SMALL) for idf in ("references", str(path)))
    expected = lw.score(rows, [counted])["greedy"]
    found = lw.score(rows, [given])["greedy"]
    assert (counted.whole, given.whole) == (True, False)
    assert found.segments == pytest.approx(expected.segments, abs=1e-6)
    assert "|idf:texts.txt-" in str(found.signature)
    before = str(given.signature())
    path.write_text("other\ntexts\n")
    assert str(given.signature()) != before


def test_explain_weighs_as_the_score_does() -> None:
    rows = lw.data.outputs()[:12]
    metric = get("greedy", idf="references", **SMALL)
    scored = lw.score(rows, [metric])["greedy"].segments
    explained = lw.explain(rows[3], [metric], among=rows)["metrics"]["greedy"]
    assert scored is not None
    assert explained["score"] == pytest.approx(scored[3], abs=1e-4)


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither one of none, vocabulary, references nor a file"):
        get("greedy", idf="nowhere")
    with pytest.raises(InputError, match="idf=vocabulary has no effect with encoder=multilingual"):
        get("greedy", idf="vocabulary", encoder="multilingual")
    path = tmp_path / "texts.txt"
    path.write_text("one\none\n\n")
    with pytest.raises(InputError, match="two different texts"):
        lw.score([Segment("1", "a", None, ("b",))], [get("greedy", idf=str(path), **SMALL)])
