"""One search: a source and its constraints as the kernels take them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.transduce.itg.decode.constraints import Constraints
from likewise.transduce.itg.decode.records import (
    BANNED,
    COPIES,
    END_WORD,
    SINGLETONS,
    TM,
    WORDS,
    Challenge,
    ExtraRules,
    StateLimits,
)
from likewise.transduce.itg.decode.rule_index import RuleIndex
from likewise.transduce.itg.grammar import LexicalRule

__all__ = ["ResponseSearch"]

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class ResponseSearch:
    """A source to be answered under constraints, with rules to do it by."""

    index: RuleIndex
    words: tuple[str, ...]
    constraints: Constraints

    @cached_property
    def new_words(self) -> dict[str, int]:
        """Words that the target vocabulary lacks, with ids after its end."""
        known, new = self.index.target_ids, dict[str, int]()
        written = chain.from_iterable(rule.target for rule in self.constraints.extra_rules)
        for word in chain(self.words, written):
            if word not in known:
                new.setdefault(word, len(known) + len(new))
        return new

    def target_id(self, word: str) -> int:
        """The target id of a word; -1: no output has it."""
        return self.index.target_ids.get(word, self.new_words.get(word, -1))

    @property
    def challenge(self) -> Challenge:
        """The source, and what is known of target words."""
        index, asked, size = self.index, self.constraints, len(self.index.target_ids) + len(self.new_words)
        known = index.source_ids
        source = np.array([known.get(word, len(known)) for word in self.words], np.int32)
        tags, bonus = np.zeros(size, np.int32), np.zeros(size)
        for bit, word in enumerate(sorted(set(asked.required))):
            self._mark(tags, word, 1 << bit)
        for word in asked.banned:
            self._mark(tags, word, BANNED)
        for word, gain in (asked.end_words or {}).items():
            if self._mark(tags, word, END_WORD):
                bonus[self.target_id(word)] = gain
        copies = np.array([self.target_id(word) for word in self.words], np.int32)
        model = np.concatenate((index.model_ids, index.lm.ids(self.new_words)))
        return Challenge(source, copies, model, tags, bonus)

    def _mark(self, tags: Array, word: str, bit: int) -> bool:
        """Tag a word; false: no output can have it."""
        identity = self.target_id(word)
        if identity >= 0:
            tags[identity] |= bit
        return identity >= 0

    @cached_property
    def placed_rules(self) -> list[tuple[int, int, LexicalRule]]:
        """The search's own rules at each place where they apply; -1 for insertions."""
        placed = []
        for rule in self.constraints.extra_rules:
            length = len(rule.source)
            if not length:
                placed.append((-1, -1, rule))
            for begin in range(len(self.words) - length + 1 if length else 0):
                if self.words[begin : begin + length] == rule.source:
                    placed.append((begin, begin + length, rule))
        return placed

    @property
    def extra(self) -> ExtraRules:
        """The search's own rules as the kernels take them."""
        rules = [rule for _, _, rule in self.placed_rules]
        sizes = accumulate((len(rule.target) for rule in rules), initial=0)
        return ExtraRules(
            np.array([begin for begin, _, _ in self.placed_rules], np.int32),
            np.array([end for _, end, _ in self.placed_rules], np.int32),
            np.array([self.target_id(word) for rule in rules for word in rule.target], np.int32),
            np.fromiter(sizes, np.int64),
            np.array([self._fixed(rule) for rule in rules], np.float64),
        )

    def _fixed(self, rule: LexicalRule) -> float:
        weights = self.index.weights
        singleton = weights[SINGLETONS] if rule.kind in ("delete", "insert") else 0.0
        copied = weights[COPIES] if rule.kind == "copy" else 0.0
        words = weights[WORDS] * len(rule.target)
        return float(weights[TM] * math.log(rule.probability) + words + singleton + copied)

    @property
    def limits(self) -> StateLimits:
        """The constraints as the kernels take them."""
        asked = self.constraints
        least, most = asked.length
        return StateLimits(
            least,
            -1 if most is None else most,
            least if most is None else most + 1,
            1 << len(set(asked.required)),
            asked.end_words is not None,
            asked.end_only,
            asked.no_repeated_bigram,
        )
