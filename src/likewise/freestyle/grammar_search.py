"""Responses by a transduction grammar: monotone, with the language model, drawn towards a rhyme.

Singletons and reflexive rules (yo/yo) are penalised (Wu et al. 2013, section 4.2). Beyond it, the response
ends in a sure rhyme where there is one, and neighbours that were never seen are dear (see `settings`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from likewise.freestyle.drafts import Draft
from likewise.freestyle.profanity import is_profane
from likewise.freestyle.response import RuleUse
from likewise.freestyle.rhyme_ends import RhymeEnds, likely_ends, sure_ends, wished_end, wished_words
from likewise.freestyle.rhyme_partners import RhymePartners
from likewise.freestyle.settings import FreestyleSettings
from likewise.freestyle.stern_language_model import stern
from likewise.freestyle.sure_rhymes import SureRhymes
from likewise.freestyle.wishes import Wishes
from likewise.io import ModelFiles, dumps_arrays
from likewise.transduce import LanguageModel
from likewise.transduce.itg import LexicalRule, TransductionGrammar
from likewise.transduce.itg.decode import Constraints, GrammarDecoder, GrammarOutput

__all__ = ["WEIGHTS", "WITH_SEGMENTS", "GrammarSearch"]

WEIGHTS: Mapping[str, float] = {
    "tm": 1.0, "lm": 1.0, "words": 0.0, "singletons": -6.0, "copies": -4.0, "unknown": -5.0, "dropped": -6.0,
    "end": 1.0,
}  # fmt: skip
"""Weights of the search, chosen on songs that were held back (benchmarks/freestyle.py)."""
WITH_SEGMENTS: Mapping[str, float] = {"lm": 1.2}
"""What differs for grammars with segments, whose words have fewer rules to pay for."""
_FILE = "grammar.npz"
_SHORTEST, _LONGEST = 0.85, 1.25
"""Least and most words of a response, as shares of those of the challenge; one more is let through."""
_FREER = 0.3
"""What is left of the price of back-off where all drafts were copies."""
_POPS_A_RULE, _LEAST_RULES = 10, 40
"""A source side has one rule for so many joins of the search, and never less than so many."""


@dataclass(frozen=True)
class GrammarSearch:
    """A grammar, a language model and the rhymes of end words."""

    grammar: TransductionGrammar
    lm: LanguageModel
    partners: RhymePartners
    settings: FreestyleSettings

    @cached_property
    def _decoder(self) -> GrammarDecoder:
        asked = self.settings
        weights = {**WEIGHTS, **(WITH_SEGMENTS if asked.model == "istg" else {})}
        weights["lm"] *= asked.fluency
        return GrammarDecoder(
            lifted(self.grammar, asked.lift),
            stern(self.lm, asked.backoff_price, asked.content),
            {**weights, **asked.weights},
            pop_limit=asked.width,
            per_span=max(_LEAST_RULES, asked.width // _POPS_A_RULE),
        )

    @cached_property
    def _less_stern(self) -> GrammarSearch:
        """The same search where the language model may say what it never heard."""
        freer = replace(self.settings, backoff_price=self.settings.backoff_price * _FREER, fluency=1.0)
        return replace(self, settings=freer)

    @cached_property
    def _sure(self) -> SureRhymes:
        return SureRhymes(self.partners)

    @cached_property
    def _profane(self) -> frozenset[str]:
        return frozenset(word for word in self.grammar.target_vocabulary if is_profane(word))

    @cached_property
    def _source_mass(self) -> dict[str, float]:
        """The probability of all rules of each single source word."""
        rows = np.flatnonzero(self.grammar.source_lengths == 1)
        ids = self.grammar.source_ids[self.grammar.source_bounds[rows]]
        mass = np.bincount(ids, self.grammar.probability[rows], len(self.grammar.source_vocabulary))
        return dict(zip(self.grammar.source_vocabulary, mass.tolist(), strict=True))

    def __len__(self) -> int:
        return len(self.grammar)

    def drafts(self, words: Sequence[str], count: int, wishes: Wishes) -> list[Draft]:
        """The decoder's n-best list under the wishes: with a sure rhyme, if there is a draft with one."""
        if wishes.novel:
            return self._less_stern.drafts(words, count, replace(wishes, novel=False))
        outputs: list[GrammarOutput] = []
        for ends in self._ends(words[-1], wishes):
            outputs = self._decoder.nbest(words, count, self._constraints(words, wishes, ends))
            if outputs:
                break
        return [_draft(output) for output in outputs]

    def _banned(self, wishes: Wishes) -> frozenset[str]:
        return wishes.ban | (self._profane if wishes.clean else frozenset())

    def _constraints(self, words: Sequence[str], wishes: Wishes, ends: RhymeEnds) -> Constraints:
        return Constraints(
            end_words=ends.bonus or None,
            end_only=ends.only,
            length=wishes.words or self._length(len(words)),
            banned=sorted(self._banned(wishes)),
            required=sorted(wishes.require),
            no_repeated_bigram=self.settings.guards,
            extra_rules=[*ends.rules, *wished_words(words, wishes.require)],
        )

    def _ends(self, last: str, wishes: Wishes) -> Iterator[RhymeEnds]:
        """The end words to search with, one after the other until there is a draft."""
        mass = self._source_mass.get(last, 0.0) or 1.0 / max(len(self.grammar.source_vocabulary), 1)
        if wishes.end is not None:
            yield wished_end(last, wishes.end, mass)
            return
        asked, banned = self.settings, self._banned(wishes)
        if asked.sure_rhyme and asked.rhyme_weight:
            surely = self._sure.of(last, asked.sure_rhyme)
            ends = sure_ends(last, surely, banned, asked.rhyme_weight, mass)
            if ends.bonus:
                yield ends
        partners = self.partners.partners_of(last)
        yield likely_ends(last, partners, banned, asked.rhyme_weight, mass, other=asked.guards)

    def _length(self, words: int) -> tuple[int, int | None]:
        """Lines of a stanza are about as long as each other; without guards the singletons' price must do."""
        if not self.settings.guards:
            return 1, None
        return math.ceil(_SHORTEST * words), math.ceil(_LONGEST * words) + 1

    def rules(self, top: int, kind: str | None = None) -> list[LexicalRule]:
        """The most probable lexical rules."""
        if kind is None:
            return self.grammar.best(top)
        rows = np.argsort(-self.grammar.probability, kind="stable").tolist()
        wanted = (rule for rule in map(self.grammar.rule, rows) if rule.kind == kind)
        return list(islice(wanted, top))

    def saved_files(self) -> dict[str, bytes]:
        """The grammar as arrays; both sides have the one vocabulary."""
        grammar = self.grammar
        words = "\n".join(grammar.source_vocabulary).encode("utf-8")
        arrays = {
            "words": np.frombuffer(words, np.uint8),
            "structure": np.array([grammar.straight, grammar.inverted]),
            **{name: getattr(grammar, name) for name in _ARRAYS},
        }
        return {_FILE: dumps_arrays(arrays)}

    @classmethod
    def restored(
        cls, files: ModelFiles, lm: LanguageModel, partners: RhymePartners, settings: FreestyleSettings
    ) -> GrammarSearch:
        """What `saved_files` gave."""
        arrays = files.arrays(_FILE)
        words = arrays["words"].tobytes().decode("utf-8").split("\n")
        straight, inverted = map(float, arrays["structure"])
        rules = [arrays[name] for name in _ARRAYS]
        return cls(TransductionGrammar(words, words, straight, inverted, *rules), lm, partners, settings)


def lifted(grammar: TransductionGrammar, lift: float) -> TransductionGrammar:
    """The grammar with each rule's probability over that of its target side to the power of `lift`.

    The language model prefers frequent words already; a rule that is probable only because its target is
    frequent says nothing about the source. 0 leaves the grammar as it is, 1 scores p(source | target).
    """
    if not lift:
        return grammar
    names, sides = np.unique(_target_sides(grammar), return_inverse=True)
    mass = np.bincount(sides, grammar.probability, len(names))
    # Deletions have no target, and a segment that was seen once says too much about its source.
    others = grammar.target_lengths != 1
    scale = np.where(others, 1.0, (mass[sides] / mass.max()) ** lift)
    return replace(grammar, probability=np.minimum(grammar.probability / scale, 1.0))


def _target_sides(grammar: TransductionGrammar) -> npt.NDArray[np.uint64]:
    """A number for each rule, that of its target side: a hash of its words."""
    sizes, ids = grammar.target_lengths, grammar.target_ids.astype(np.uint64)
    numbers = sizes.astype(np.uint64)
    for place in range(int(sizes.max(initial=0))):
        rows = np.flatnonzero(sizes > place)
        words = ids[grammar.target_bounds[rows] + place] + np.uint64(1)
        numbers[rows] = (numbers[rows] ^ words) * np.uint64(0x9E3779B97F4A7C15)
        numbers[rows] ^= numbers[rows] >> np.uint64(29)
    return numbers


def _draft(output: GrammarOutput) -> Draft:
    uses, place = [], 0
    for step in output.derivation:
        span = place, place + len(step.target)
        place = span[1]
        # A rule of this search only that ends the response is one of the rhymes that were learnt.
        rhyme = step.row is None and step.kind != "unknown" and place == len(output.words)
        uses.append(
            RuleUse(
                " ".join(step.source),
                " ".join(step.target),
                "rhyme" if rhyme else step.kind,
                step.probability or 0.0,
                (step.start, step.end),
                span,
            )
        )
    return Draft(output.words, output.score, tuple(uses))


_ARRAYS = ("source_ids", "source_bounds", "target_ids", "target_bounds", "probability")
