"""Translations that documents give themselves: a name with its English in brackets, as in 布什（Bush）.

The stand-in for a miner of the Web (Nagata et al. 2001, of whom Mitamura et al. 2006 make one source).
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.candidate_source import found_candidates
from likewise.ask.translation.english_forms import english_key, lookup_forms
from likewise.io import Source, read_table, write_text

__all__ = ["MinedPairs", "mine_pairs"]

_BRACKETS = re.compile(
    r"([^\s()\[\]{},.;:!?\"'、。，；：！？「」『』《》〈〉【】“”…a-zA-Z0-9]{2,24})[」』》〉”]?\s?"
    r"\((?:[英法德西意葡]?(?:文|语|語|文名|語表記)?[:：]\s?)?"
    r"([A-Z][A-Za-z\u00c0-\u024f .,'&-]{1,50})\s?[,;、，；)]"
)
_FUNCTION = re.compile(r"^.*[的是在和由与與为為及有从從以了於于将將被称稱叫位名者等性即又中间間向到把对對]")
_PARTICLE = re.compile(r"^.*[のはがをにとでもやへ]")
_KATAKANA = re.compile(r"[ァ-ヺー・=＝]{2,}$")
_HAN = re.compile(r"[\u3400-\u9fff·・]{2,}$")


def mine_pairs(texts: Iterable[tuple[str, str]]) -> dict[tuple[str, str], int]:
    """How often documents put an English name in brackets after a word, from pairs of title and text.

    No blank says where the word begins: the longest run of katakana is it, or what follows the last function
    word; a title that the English follows is it for sure.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for title, text in texts:
        head = unicodedata.normalize("NFKC", title).strip()
        for match in _BRACKETS.finditer(unicodedata.normalize("NFKC", text)):
            before, english = match.group(1), match.group(2).strip(" ,.")
            word = head if head and before.endswith(head) else _last_word(before)
            if word and len(english) > 1:
                counts[english, word] += 1
    return dict(counts)


class MinedPairs:
    """Pairs that were mined, by their English."""

    name = "mined"

    def __init__(self, pairs: dict[tuple[str, str], int]) -> None:
        self.pairs = dict(pairs)
        self._by_key: dict[str, list[tuple[str, int]]] = {}
        for (english, word), count in sorted(self.pairs.items()):
            self._by_key.setdefault(english_key(english), []).append((word, count))

    @classmethod
    def mined(cls, texts: Iterable[tuple[str, str]]) -> MinedPairs:
        """From the documents: (title, text) of each."""
        return cls(mine_pairs(texts))

    @classmethod
    def load(cls, file: Source) -> MinedPairs:
        """Read what `dump` wrote."""
        rows = read_table(file, delimiter="\t")
        return cls({(row["english"], row["target"]): int(row["count"]) for _, row in rows})

    def dump(self, file: Source) -> None:
        """Write the pairs as a table."""
        with write_text(file) as stream:
            stream.write("english\ttarget\tcount\n")
            for (english, word), count in sorted(self.pairs.items()):
                stream.write(f"{english}\t{word}\t{count}\n")

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """What stands before the keyword's brackets, the more often the surer."""
        found = [
            (word, sure * (0.7 if count == 1 else 0.9), "")
            for key, sure in lookup_forms(keyword)
            for word, count in self._by_key.get(key, ())
        ]
        return found_candidates(found, self.name)


def _last_word(before: str) -> str:
    katakana = _KATAKANA.search(before)
    if katakana:
        return katakana.group(0).strip("・·=")
    rest = _PARTICLE.sub("", _FUNCTION.sub("", before))
    han = _HAN.search(rest)
    return han.group(0) if han and len(han.group(0)) <= 12 else ""
