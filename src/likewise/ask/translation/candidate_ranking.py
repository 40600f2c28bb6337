"""Which candidate of a keyword is meant: a conditional logit over what is known of each.

Beside what sources say, it looks at how often a candidate is written, how near it is to the keyword and to
the question in the space of the multilingual encoder, and on what pages it stands with the other keywords.
The weights were fitted to the development questions, those of Chinese with phrases learnt from parallel text
among the sources. Where some candidate stands in the gold question, five folds by article put such a one
first for .79 of the Chinese keywords, with the encoder and without (before this fit, .78 and .76).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.chinese_script import to_simplified
from likewise.ask.translation.hit_counter import HitCounter, PageCounter
from likewise.ask.translation.page_support import page_support
from likewise.text import MultilingualEncoder

__all__ = ["FITTED_WEIGHTS", "CandidateRanker", "word_frequency"]

FITTED_WEIGHTS: Mapping[str, Mapping[str, float]] = {
    "zh": {
        "cos keyword": 0.98, "cos question": 0.71, "df": 0.37, "from copied": 0.23,
        "from dictionary": 0.39, "from mined": 0.03, "from neighbours": -0.08, "from numeral": 0.02,
        "from parts": -0.07, "from phrases": 0.8, "from sounds": 0.03, "from variant": 0.09,
        "name neighbours": -0.43, "name score": 0.52, "neighbour score": -0.2, "one sign": -0.4,
        "pair": 0.22, "present": 0.41, "score": 0.72, "sound score": -0.01, "sources": 0.82,
        "support": 0.79, "support share": 3.67, "zipf": -0.11,
    },
    "zh plain": {
        "df": 0.41, "from copied": 0.37, "from dictionary": 0.19, "from mined": -0.07,
        "from numeral": 0.06, "from parts": 0.08, "from phrases": 1.04, "from sounds": -0.61,
        "from variant": 0.07, "name score": 0.53, "one sign": -0.57, "pair": 0.15, "present": 0.45,
        "score": 0.73, "sound score": -0.11, "sources": 0.56, "support": 0.67, "support share": 3.06,
        "zipf": -0.02,
    },
    "ja": {
        "df": 0.48, "from copied": -0.02, "from dictionary": -0.37, "from kana": 0.87,
        "from mined": -0.14, "from names": 0.64, "from neighbours": -0.05, "from numeral": -0.15,
        "from parts": 0.44, "from sounds": -1.5, "name neighbours": -1.12, "name score": 0.98,
        "neighbour score": 0.5,
        "pair": 0.38, "present": 1.4, "score": 1.93, "sources": 1.09, "zipf": -0.18, "support": 0.42,
        "support share": 3.25, "cos keyword": 2.99, "cos question": 2.44,
    },
}  # fmt: skip
"""By language; a feature without a weight does not count. `plain` are those without the encoder."""
_SURE = {"from glossary": 20.0, "from corrected": 20.0, "from gold": 20.0}


@cache
def _frequencies(lang: str) -> dict[str, float]:
    if find_spec("wordfreq") is None:
        return {}
    # The table alone is read: cutting words, which wordfreq would do first, asks for more packages.
    table: dict[str, float] = import_module("wordfreq").get_frequency_dict(lang, "best")
    return table


def word_frequency(text: str, lang: str) -> float | None:
    """The Zipf frequency of a word: 3 is once in a million, 6 once in a thousand; 0 where it is not listed.

    None where the package `wordfreq` is not installed.
    """
    code = lang[:2]
    table = _frequencies(code)
    if not table:
        return None
    share = table.get(to_simplified(text) if code == "zh" else text, 0.0)
    return math.log10(share) + 9.0 if share else 0.0


class CandidateRanker:
    """Orders the candidates of all keywords of a question and gives them shares.

    `counter` counts pages that hold a translation beside its English, `collection` those of the documents
    that are searched; without the `encoder` nearness does not count.
    """

    def __init__(
        self,
        lang: str,
        counter: HitCounter | None = None,
        collection: PageCounter | None = None,
        *,
        encoder: MultilingualEncoder | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        self.lang, self.counter, self.collection, self.encoder = lang, counter, collection, encoder
        plain = f"{lang[:2]} plain"
        name = plain if encoder is None and plain in FITTED_WEIGHTS else lang[:2]
        self.weights = dict(_SURE | dict(FITTED_WEIGHTS[name] if weights is None else weights))

    def ranked(
        self,
        keywords: Sequence[Keyword],
        candidates: Sequence[Sequence[TranslationCandidate]],
        question: str = "",
    ) -> list[list[TranslationCandidate]]:
        """The candidates of each keyword, the best first, with shares that sum to 1."""
        rows = [
            [self.features(keyword, one) for one in own]
            for keyword, own in zip(keywords, candidates, strict=True)
        ]
        if self.encoder is not None:
            self._add_nearness(keywords, candidates, rows, question)
        if self.collection is not None and len(rows) > 1:
            first = [
                list(zip((one.text for one in own), self._shares(row), strict=True))
                for own, row in zip(candidates, rows, strict=True)
            ]
            for row, supports in zip(rows, page_support(first, self.collection), strict=True):
                for known, (support, share) in zip(row, supports, strict=True):
                    known["support"], known["support share"] = support, share
        return [self._ordered(own, self._shares(row)) for own, row in zip(candidates, rows, strict=True)]

    def features(self, keyword: Keyword, one: TranslationCandidate) -> dict[str, float]:
        """What is known of a candidate by itself, by name."""
        found = {f"from {source}": 1.0 for source in one.sources}
        found["score"] = one.score
        found["sources"] = float(len(one.sources) > 1)
        found["zipf"] = word_frequency(one.text, self.lang) or 0.0
        if one.sources == ("neighbours",):
            found["neighbour score"] = one.score
        if one.sources == ("sounds",):
            found["sound score"] = one.score
        found["one sign"] = float(len(one.text) == 1)
        if keyword.kind == "name":
            found["name score"] = one.score
            found["name neighbours"] = float(one.sources == ("neighbours",))
        if self.collection is not None:
            pages = self.collection.pages(one.text)
            found["df"] = math.log1p(pages)
            found["present"] = float(pages > 0)
        if self.counter is not None:
            names = dict.fromkeys((keyword.text, keyword.lemma or keyword.text))
            found["pair"] = math.log(max(self.counter.pair(name, one.text) for name in names) + 2)
        return found

    def _add_nearness(
        self,
        keywords: Sequence[Keyword],
        candidates: Sequence[Sequence[TranslationCandidate]],
        rows: Sequence[Sequence[dict[str, float]]],
        question: str,
    ) -> None:
        assert self.encoder is not None
        whole = self.encoder.words([question])[0]
        for keyword, own, row in zip(keywords, candidates, rows, strict=True):
            if not own:
                continue
            texts = [to_simplified(one.text) if self.lang != "ja" else one.text for one in own]
            vectors = self.encoder.words(texts)
            near, apt = vectors @ self.encoder.words([keyword.text])[0], vectors @ whole
            for known, to_keyword, to_question in zip(row, near, apt, strict=True):
                known["cos keyword"], known["cos question"] = float(to_keyword), float(to_question)

    def _shares(self, row: Sequence[Mapping[str, float]]) -> list[float]:
        sums = [sum(self.weights.get(name, 0.0) * value for name, value in known.items()) for known in row]
        powers = [math.exp(one - max(sums)) for one in sums]
        return [power / sum(powers) for power in powers]

    @staticmethod
    def _ordered(
        candidates: Sequence[TranslationCandidate], shares: Sequence[float]
    ) -> list[TranslationCandidate]:
        shared = [replace(one, score=share) for one, share in zip(candidates, shares, strict=True)]
        return sorted(shared, key=lambda one: (-one.score, len(one.text), one.text))
