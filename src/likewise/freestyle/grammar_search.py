"""Responses by a transduction grammar: monotone, with the language model, drawn towards a rhyme.

Singletons and reflexive rules (yo/yo) are penalised (Wu et al. 2013, section 4.2). Beyond it, the last word
of a draft has the log-probability that the rhyme model gives it beside that of the challenge, times
`rhyme_weight`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np
import numpy.typing as npt

from likewise.freestyle.drafts import Draft
from likewise.freestyle.profanity import is_profane
from likewise.freestyle.response import RuleUse
from likewise.freestyle.rhyme_partners import RhymePartners
from likewise.freestyle.settings import FreestyleSettings
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
_WEAKEST = 1e-4
"""A rhyme of this probability is worth no more than none."""
_SAME_END = -20.0
"""What the challenge's own end word costs as the end of the response."""
_LIKELY = 1e-3
"""Probability of an insertion that only a wish asks for."""


@dataclass(frozen=True)
class GrammarSearch:
    """A grammar, a language model and the rhymes of end words."""

    grammar: TransductionGrammar
    lm: LanguageModel
    partners: RhymePartners
    settings: FreestyleSettings

    @cached_property
    def _decoder(self) -> GrammarDecoder:
        grammar = lifted(self.grammar, self.settings.lift)
        chosen = {**WEIGHTS, **(WITH_SEGMENTS if self.settings.model == "istg" else {})}
        return GrammarDecoder(grammar, self.lm, {**chosen, **self.settings.weights})

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
        """The decoder's n-best list under the wishes."""
        outputs = self._decoder.nbest(words, count, self._constraints(words, wishes))
        return [_draft(output) for output in outputs]

    def _constraints(self, words: Sequence[str], wishes: Wishes) -> Constraints:
        banned = wishes.ban | (self._profane if wishes.clean else frozenset())
        ends, rules = self._ends(words[-1], wishes, banned)
        wanted = [LexicalRule((), (word,), _LIKELY) for word in sorted(wishes.require)]
        return Constraints(
            end_words=ends or None,
            end_only=wishes.end is not None,
            length=wishes.words or self._length(len(words)),
            banned=sorted(banned),
            required=sorted(wishes.require),
            no_repeated_bigram=self.settings.guards,
            extra_rules=[*rules, *wanted],
        )

    def _length(self, words: int) -> tuple[int, int | None]:
        """Lines of a stanza are about as long as each other; without guards the singletons' price must do."""
        return (math.ceil(0.7 * words), math.ceil(1.3 * words) + 1) if self.settings.guards else (1, None)

    def _ends(
        self, last: str, wishes: Wishes, banned: frozenset[str]
    ) -> tuple[dict[str, float], list[LexicalRule]]:
        """What each end word is worth, and rules that lead to it from the challenge's last word."""
        mass = self._source_mass.get(last, 0.0) or 1.0 / max(len(self.grammar.source_vocabulary), 1)
        if wishes.end is not None:
            ends = [LexicalRule((last,), (wishes.end,), mass), LexicalRule((), (wishes.end,), _LIKELY)]
            return {wishes.end: 0.0}, ends
        weight = self.settings.rhyme_weight
        strengths = {
            w: p for w, p in self.partners.partners_of(last).items() if w not in banned and p > _WEAKEST
        }
        bonus = {w: weight * math.log(p / _WEAKEST) for w, p in strengths.items()} if weight else {}
        if self.settings.guards:
            bonus[last] = _SAME_END
        rules = (
            [LexicalRule((last,), (w,), min(1.0, p * mass)) for w, p in strengths.items()] if weight else []
        )
        return bonus, rules

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
