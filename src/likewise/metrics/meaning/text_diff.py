"""The meaning diff: what changed from A to B, by kind and in words, and the chance that the meaning is kept.

Changes come from signals that explain themselves: words and frames held against each other, lists, rules
(`changes.find_changes`). Between two English texts a learnt net (`pair_model`) weighs in on how sure each of
them is and on the score (`evidence_weights`).
"""

from __future__ import annotations

from collections.abc import Sequence

from likewise.errors import InputError
from likewise.metrics.meaning.change import Change, MeaningDiff
from likewise.metrics.meaning.changes import find_changes, unread
from likewise.metrics.meaning.evidence_weights import evidence_weights
from likewise.metrics.meaning.pair_model import LONGEST, PairJudgement, chance, pair_model
from likewise.metrics.meaning.read_text import ReadText, read_texts
from likewise.metrics.meaning.word_alignment import align_words
from likewise.metrics.meant.phrase_form import PhraseForm, WordPairs
from likewise.metrics.meant.similarity_kinds import similarity
from likewise.text import code_of

__all__ = ["diff", "diff_many", "nearness"]

LOST = 8.0
"""What a sure change takes from the log odds between languages, where no net reads both texts."""
CUT = f"what comes after {LONGEST} word pieces, by the net"
"""What is said to be unread of a text that is too long for the net; the detectors read all of it."""
ENGLISH = "en"
_FORM = PhraseForm("f-score")


def diff(a: str, b: str, lang: str = ENGLISH, lang_b: str | None = None) -> MeaningDiff:
    """What changed in meaning from A to B; `lang_b` is the language of B where it is not that of A."""
    return diff_many([(a, b)], lang, lang_b)[0]


def diff_many(
    pairs: Sequence[tuple[str, str]], lang: str = ENGLISH, lang_b: str | None = None
) -> list[MeaningDiff]:
    """The diffs of many pairs, in order; texts are read together, which is faster."""
    codes = code_of(lang), code_of(lang_b or lang)
    for place, pair in enumerate(pairs, 1):
        for name, text in zip("AB", pair, strict=True):
            if not text.strip():
                where = f" in pair {place}" if len(pairs) > 1 else ""
                raise InputError(f"text {name}{where} is empty, expected words")
    first = read_texts([a for a, _ in pairs], codes[0])
    second = read_texts([b for _, b in pairs], codes[1])
    english = codes == (ENGLISH, ENGLISH)
    judged: Sequence[PairJudgement | None] = [None] * len(pairs)
    near: Sequence[float | None] = [None] * len(pairs)
    if english:
        judged = pair_model().judge(pairs)
        near = nearness(first, second)
    rows = zip(first, second, judged, near, strict=True)
    return [_diff(a, b, judgement, words) for a, b, judgement, words in rows]


def _diff(a: ReadText, b: ReadText, judged: PairJudgement | None, near: float | None) -> MeaningDiff:
    if a.lang == b.lang and a.lows == b.lows:
        return MeaningDiff(True, 100.0, (), unread(a, b))
    if judged is None or near is None:
        changes = find_changes(a, b)
        keeps = chance(1.0 - LOST * max((c.confidence for c in changes), default=0.0))
    else:
        weights = evidence_weights(pair_model().name)
        alignment = align_words(a, b)

        def weigh(change: Change, is_near: bool) -> Change:
            return weights.weighed(change, judged, is_near)

        changes = find_changes(a, b, weigh=weigh, alignment=alignment)
        keeps = weights.keeps(changes, judged, near, alignment)
    score = round(100.0 * keeps, 2)
    cut = (CUT,) if judged is not None and judged.cut else ()
    return MeaningDiff(not changes and score >= 50.0, score, changes, (*unread(a, b), *cut))


def nearness(first: Sequence[ReadText], second: Sequence[ReadText]) -> list[float]:
    """How near the words of two texts are, by an encoder: f-score of each word's best partner."""
    measure = similarity("auto")
    tokens = [(a.lows, b.lows) for a, b in zip(first, second, strict=True)]
    matrices = measure.matrices(tokens)
    return [
        float(_FORM.whole(WordPairs(matrix, None, None, measure.weights(a), measure.weights(b))))
        for matrix, (a, b) in zip(matrices, tokens, strict=True)
    ]
