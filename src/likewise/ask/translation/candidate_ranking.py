"""Which candidate of a keyword is meant, before the others of the question have a say.

The weights were fitted to the development questions by a conditional logit, folds by article.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.chinese_script import to_simplified
from likewise.ask.translation.hit_counter import HitCounter

__all__ = ["DEFAULT_WEIGHTS", "CandidateRanker", "word_frequency"]

DEFAULT_WEIGHTS: Mapping[str, float] = {
    "score": 3.0, "zipf": 0.3, "df": 0.3, "present": 1.0, "pair": 0.5, "sources": 0.5, "length": 0.0,
    "glossary": 20.0, "corrected": 20.0, "gold": 20.0,
}  # fmt: skip


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


@dataclass(frozen=True)
class CandidateRanker:
    """Orders candidates by a weighted sum of what is known of them, and gives them shares."""

    lang: str
    counter: HitCounter | None = None
    """Pages with translations beside their English."""
    collection: HitCounter | None = None
    """The documents that are searched."""
    weights: Mapping[str, float] = field(default_factory=lambda: DEFAULT_WEIGHTS)

    def features(self, keyword: Keyword, one: TranslationCandidate) -> dict[str, float]:
        """What is known of a candidate, by name."""
        found = {f"from {source}": 1.0 for source in one.sources}
        found["score"] = one.score
        found["sources"] = float(len(one.sources) > 1)
        found["length"] = float(len(one.text) == 1)
        found["zipf"] = word_frequency(one.text, self.lang) or 0.0
        if self.collection is not None:
            pages = self.collection.pages(one.text)
            found["df"] = math.log1p(pages)
            found["present"] = float(pages > 0)
        if self.counter is not None:
            names = dict.fromkeys((keyword.text, keyword.lemma or keyword.text))
            found["pair"] = math.log(max(self.counter.pair(name, one.text) for name in names) + 2)
        return found

    def ranked(
        self, keyword: Keyword, candidates: Sequence[TranslationCandidate]
    ) -> list[TranslationCandidate]:
        """The candidates, the best first, with shares that sum to 1."""
        if not candidates:
            return []
        sums = [
            sum(self.weights.get(name, 0.0) * value for name, value in self.features(keyword, one).items())
            for one in candidates
        ]
        top = max(sums)
        powers = [math.exp(one - top) for one in sums]
        total = sum(powers)
        order = sorted(
            range(len(sums)), key=lambda n: (-sums[n], len(candidates[n].text), candidates[n].text)
        )
        return [replace(candidates[n], score=powers[n] / total) for n in order]
