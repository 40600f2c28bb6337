"""How similar words of two languages are: a translation table, copied numbers and names, an encoder.

Lo et al. (2014, section 3.1) take sqrt(t(e|f) t(f|e)) of a table. Here numbers and Latin strings that stand
on both sides count as 1, and where the multilingual encoder is installed, a word that the table does not know
well has the cosine of its vectors: the larger of both counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from likewise.errors import InputError
from likewise.metrics.meant.comparison import Comparer
from likewise.metrics.meant.frame_text import FrameText
from likewise.metrics.meant.phrase_form import Floats, PhraseForm, WordPairs
from likewise.metrics.meant.translation_table import TranslationTable, load_table
from likewise.metrics.meant.word_lookup import joined_words, table_word
from likewise.metrics.meant.word_similarity import Similarity, TokenPairs, Tokens, rescaled
from likewise.text import MultilingualEncoder, multilingual_encoder, multilingual_folder

__all__ = ["KINDS", "CrossLingualComparer", "CrossLingualSimilarity", "cross_lingual", "kind_of"]

KINDS = ("auto", "table", "encoder", "both")
BASE = 0.3
"""The cosine of two words of which the encoder knows nothing in common."""
COSINE = 0.5
"""Share of the cosine of the two sentences, beside their words."""
_COPIED = re.compile(r"[0-9a-z\u00c0-\u024f]")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_PLAIN = PhraseForm("f-score")


class CrossLingualSimilarity(Similarity):
    """Words of a candidate (rows) and of a source in another language (columns).

    Without a table, words that are no copies have the encoder alone, and the other way round.
    """

    reads_sentences = True

    def __init__(
        self, table: TranslationTable | None, encoder: MultilingualEncoder | None, *, base: float = BASE
    ) -> None:
        self.table, self.encoder, self.base = table, encoder, base
        parts = []
        if table is not None:
            parts.append(f"table-{'-'.join(table.languages)}-{table.model_card().fingerprint}")
        if encoder is not None:
            parts.append(f"{encoder.name}-base{base:g}")
        self.signature = "+".join(parts)
        self.sentence_signature = f"words-cosine{COSINE:g}"

    def matrices(self, pairs: TokenPairs) -> list[Floats]:
        """The best of what table, copies and encoder say."""
        found = []
        for first, second in pairs:
            one, other = ([table_word(token) for token in side] for side in (first, second))
            matrix = _copies(one, other)
            if self.table is not None:
                matrix = np.maximum(matrix, self.table.probabilities(other, one))
            if self.encoder is not None:
                matrix = np.maximum(matrix, self._cosines(one, other))
            found.append(matrix)
        return found

    def _cosines(self, one: Sequence[str], other: Sequence[str]) -> Floats:
        assert self.encoder is not None
        rows, columns = (self.encoder.words(_readable(side)) for side in (one, other))
        return rescaled((rows @ columns.T).astype(np.float64), self.base)

    def alone(self, pairs: TokenPairs) -> list[tuple[Floats, Floats]] | None:
        """t(word | NULL) of the table."""
        table = self.table
        if table is None:
            return None
        return [
            (
                table.alone([table_word(token) for token in first], source=False),
                table.alone([table_word(token) for token in second], source=True),
            )
            for first, second in pairs
        ]

    def rarities(self, tokens: Tokens, *, source: bool) -> Floats | None:
        """How much each word counts: more the rarer it is where the table was learnt; marks not at all."""
        words = [table_word(token) for token in tokens]
        shares = np.ones(len(words)) if self.table is None else self.table.rarities(words, source=source)
        return shares * np.array([any(char.isalnum() for char in word) for word in words], np.float64)

    def sentences(self, pairs: TokenPairs) -> Floats:
        """The f-score of the words, by their rarity, and the cosine of the sentences, half and half."""
        words = [
            _PLAIN.whole(WordPairs(matrix, None, None, *self._rarities(first, second)))
            for matrix, (first, second) in zip(self.matrices(pairs), pairs, strict=True)
        ]
        if self.encoder is None:
            return np.array(words)
        sides = [self.encoder.sentences([joined_words(pair[side]) for pair in pairs]) for side in (0, 1)]
        cosines = np.clip(np.einsum("ij,ij->i", *sides).astype(np.float64), 0.0, 1.0)
        return np.asarray((1.0 - COSINE) * np.array(words) + COSINE * cosines)

    def _rarities(self, first: Tokens, second: Tokens) -> tuple[Floats | None, Floats | None]:
        return self.rarities(first, source=False), self.rarities(second, source=True)


class CrossLingualComparer(Comparer):
    """Pairs of a candidate and a source, whose words count by how rare each is in its own language."""

    def word_pairs(self, pairs: Sequence[tuple[FrameText, FrameText]]) -> list[WordPairs]:
        """What the similarity says of the words of each pair, with the weights of each side."""
        rows = super().word_pairs(pairs)
        similarity = self.similarity
        if self.words == "equal" or not isinstance(similarity, CrossLingualSimilarity):
            return rows
        return [
            WordPairs(
                row.matrix, row.alone_first, row.alone_second,
                similarity.rarities(first.tokens, source=False),
                similarity.rarities(second.tokens, source=True),
            )
            for row, (first, second) in zip(rows, pairs, strict=True)
        ]  # fmt: skip


def kind_of(kind: str) -> str:
    """What `auto` stands for: both where the multilingual encoder is installed, else the table."""
    if kind not in KINDS:
        raise InputError(f"{kind}: expected one of {', '.join(KINDS)}", field="similarity")
    return kind if kind != "auto" else "both" if multilingual_folder() is not None else "table"


def cross_lingual(kind: str, table: str, base: float | None) -> CrossLingualSimilarity:
    """The similarity of that kind, with a table by its folder (or `default`)."""
    return _made(kind_of(kind), table, BASE if base is None else base)


@lru_cache(maxsize=8)
def _made(kind: str, table: str, base: float) -> CrossLingualSimilarity:
    return CrossLingualSimilarity(
        None if kind == "encoder" else load_table(table),
        None if kind == "table" else multilingual_encoder(),
        base=base,
    )


def _copies(one: Sequence[str], other: Sequence[str]) -> Floats:
    """1 where a number, or a string with Latin letters, stands on both sides."""
    left, right = (np.array([_copy(word) for word in side], object) for side in (one, other))
    same = np.asarray(left[:, None] == right[None, :], np.float64).reshape(len(one), len(other))
    return same * np.array([bool(word) for word in left], np.float64)[:, None]


@lru_cache(maxsize=1 << 16)
def _copy(word: str) -> str:
    """What a word is when copied: a number without its commas, a Latin string; nothing for other words."""
    if not _COPIED.search(word) or _UNSPACED.search(word):
        return ""
    return word.replace(",", "") if word[0].isdigit() else word


def _readable(words: Sequence[str]) -> list[str]:
    """Words as the encoder is asked about them: marks alone say nothing, and are left blank."""
    return [word if any(char.isalnum() for char in word) else "" for word in words]
