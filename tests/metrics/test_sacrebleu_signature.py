"""sacrebleu's signatures beside ours: letter by letter those that sacrebleu writes, with the same score."""

from __future__ import annotations

from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU as PeerBLEU
from sacrebleu.metrics.chrf import CHRF as PeerCHRF
from sacrebleu.metrics.ter import TER as PeerTER

from likewise.evaluate import score
from likewise.metrics import get
from likewise.records import Segment

CANDIDATES = ["The dog barks, loudly.", "A cat is asleep on it."]
REFERENCES = [("The dog barks loudly.", "A dog barks."), ("The cat sleeps on it.", "Cats sleep.")]

SAME: list[tuple[str, dict[str, Any], Any]] = [
    ("bleu", {}, PeerBLEU()),
    ("bleu", {"lowercase": True, "tokenize": "intl"}, PeerBLEU(lowercase=True, tokenize="intl")),
    ("bleu", {"smooth": "floor"}, PeerBLEU(smooth_method="floor")),
    (
        "bleu",
        {"smooth": "none", "effective_order": True},
        PeerBLEU(smooth_method="none", effective_order=True),
    ),
    ("bleu", {"smooth": "add-k", "smooth_value": 2.5}, PeerBLEU(smooth_method="add-k", smooth_value=2.5)),
    ("bleu", {"tokenize": "whitespace"}, PeerBLEU(tokenize="none")),
    ("bleu", {"tokenize": "zh"}, PeerBLEU(tokenize="zh")),
    ("bleu", {"tokenize": "char"}, PeerBLEU(tokenize="char")),
    ("chrf", {}, PeerCHRF()),
    ("chrf", {"word_order": 2, "lowercase": True, "char_order": 5}, PeerCHRF(5, 2, 2, True)),
    ("chrf", {"whitespace": True, "eps_smoothing": True}, PeerCHRF(whitespace=True, eps_smoothing=True)),
    ("ter", {}, PeerTER()),
    ("ter", {"lowercase": False}, PeerTER(case_sensitive=True)),
    (
        "ter",
        {"normalised": True, "no_punctuation": True, "asian_support": True},
        PeerTER(normalized=True, no_punct=True, asian_support=True),
    ),
]


def segments(references: list[tuple[str, ...]]) -> list[Segment]:
    return [
        Segment(str(place), text, references=texts)
        for place, (text, texts) in enumerate(zip(CANDIDATES, references, strict=True))
    ]


@pytest.mark.parametrize(("name", "settings", "peer"), SAME)
@pytest.mark.parametrize("varying", [False, True])
def test_signature_and_score_are_those_of_sacrebleu(
    name: str, settings: dict[str, Any], peer: Any, varying: bool
) -> None:
    references = [REFERENCES[0], REFERENCES[1][:1]] if varying else REFERENCES
    streams = [
        [texts[0] for texts in references],
        [texts[1] if len(texts) > 1 else None for texts in references],
    ]
    theirs = peer.corpus_score(CANDIDATES, streams)
    ours = score(segments(references), [get(name, **settings)])[name]
    assert ours.sacrebleu_signature == peer.get_signature().format()
    assert ours.score == pytest.approx(theirs.score, abs=1e-9)
    assert ours.as_dict()["sacrebleu"] == ours.sacrebleu_signature


def test_signature_of_japanese_words() -> None:
    peer: Any
    try:
        peer = PeerBLEU(tokenize="ja-mecab")
    except RuntimeError:
        pytest.skip("MeCab is not installed; get it with: uv sync --extra ja")
    peer.corpus_score(CANDIDATES, [[texts[0] for texts in REFERENCES]])
    ours = score(segments([texts[:1] for texts in REFERENCES]), [get("bleu", tokenize="ja-mecab")])["bleu"]
    assert ours.sacrebleu_signature == peer.get_signature().format()


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("pinc", {}),
        ("nist", {}),
        ("bleu", {"order": 3}),
        ("bleu", {"normalise": "nfkc"}),
        ("bleu", {"tokenize": "words"}),
        ("bleu", {"with_source": True}),
        ("bleu", {"smooth": "floor", "smooth_value": 0.123}),
        ("chrf", {"beta": 3}),
    ],
)
def test_what_sacrebleu_cannot_say_has_none(name: str, settings: dict[str, Any]) -> None:
    rows = [Segment("1", "a b", "a c", ("a b c",)), Segment("2", "a b", "a c", ("a b c",))]
    ours = score(rows, [get(name, **settings)])[name]
    assert ours.sacrebleu_signature is None
    assert ours.as_dict()["sacrebleu"] is None


def test_intervals_are_ours_so_no_bootstrap_is_named() -> None:
    ours = score(segments(REFERENCES), "bleu", bootstrap=10)["bleu"]
    assert ours.sacrebleu_signature == "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:2.6.0"
