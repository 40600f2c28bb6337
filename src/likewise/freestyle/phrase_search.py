"""The phrase-based baseline (Wu et al. 2013, section 3.3): phrases of up to 7 words and the language model.

It knows no wishes: its n-best list is made long, and what does not meet them is left out later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np

from likewise.freestyle.drafts import Draft
from likewise.freestyle.response import RuleUse
from likewise.freestyle.wishes import Wishes
from likewise.io import ModelFiles
from likewise.transduce import Decoder, LanguageModel, PhraseTable
from likewise.transduce.decode import Output
from likewise.transduce.itg import LexicalRule

__all__ = ["PHRASE_WEIGHTS", "PhraseSearch"]

PHRASE_WEIGHTS: Mapping[str, float] = {
    "phrase": 0.2, "phrase-inverse": 0.2, "lexical": 0.2, "lexical-inverse": 0.2, "lm": 0.6,
    "words": 0.5, "unknown": -2.0,
}  # fmt: skip
"""The phrase decoder's usual weights but for the language model's, which is slightly higher (section 3.3)."""
_FILE = "phrases.npz"
_LONGER = 4
"""The n-best list is so many times as long as asked for where there are wishes."""


@dataclass(frozen=True)
class PhraseSearch:
    """The phrase decoder without reordering (`limit` 0) or with (6)."""

    table: PhraseTable
    lm: LanguageModel
    limit: int = 0

    @cached_property
    def _decoder(self) -> Decoder:
        return Decoder(self.table, self.lm, weights=PHRASE_WEIGHTS, limit=self.limit)

    def __len__(self) -> int:
        return len(self.table)

    def drafts(self, words: Sequence[str], count: int, wishes: Wishes) -> list[Draft]:
        """The decoder's n-best list."""
        wanted = count if wishes == Wishes() else _LONGER * count
        search = self._decoder.nbest(words, wanted)
        return [_draft(self._decoder.output(search, k)) for k in range(len(search))]

    def rules(self, top: int, kind: str | None = None) -> list[LexicalRule]:
        """The phrase pairs that were seen most often, the more probable of equal ones first."""
        rows = np.lexsort((-self.table.scores[:, 0], -self.table.counts)).tolist()
        rules = map(self._rule, rows)
        return list(islice((rule for rule in rules if kind is None or rule.kind == kind), top))

    def _rule(self, row: int) -> LexicalRule:
        source = int(np.searchsorted(self.table.rows, row, "right")) - 1
        return LexicalRule(
            tuple(self.table.source_phrase(source).split()),
            tuple(self.table.target_phrase(int(self.table.targets[row])).split()),
            float(np.exp(self.table.scores[row, 0])),
        )

    def saved_files(self) -> dict[str, bytes]:
        """The phrase table; the language model is the corpus' own."""
        return {_FILE: self.table.dumps()}

    @classmethod
    def restored(cls, files: ModelFiles, lm: LanguageModel, limit: int) -> PhraseSearch:
        """What `saved_files` gave."""
        return cls(PhraseTable.loads(files.read(_FILE), str(files.folder / _FILE)), lm, limit)


def _draft(output: Output) -> Draft:
    uses, place = [], 0
    for phrase in output.phrases:
        length = len(phrase.target.split())
        probability = 1.0 if phrase.scores is None else float(np.exp(phrase.scores["phrase"]))
        rule = LexicalRule(tuple(phrase.source.split()), tuple(phrase.target.split()), probability)
        span = place, place + length
        uses.append(
            RuleUse(phrase.source, phrase.target, rule.kind, probability, (phrase.start, phrase.end), span)
        )
        place += length
    return Draft(output.words, output.score, tuple(uses))
