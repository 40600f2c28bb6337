"""What outputs of a search must be like."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from likewise.errors import InputError
from likewise.transduce.itg.decode.records import REQUIRED_BITS
from likewise.transduce.itg.grammar import LexicalRule

__all__ = ["Constraints"]


@dataclass(frozen=True)
class Constraints:
    """Every output keeps to all of them; where none can, there is no output.

    `end_words`: by last word of the output, a bonus (a log, weighted by "end"); with `end_only` no other word
    may come last. `length`: least and most target words (None: any number). `no_repeated_bigram`: no pair of
    neighbours twice, no word twice in a row. `extra_rules` are rules for this search only, at the price of
    their probability; their words may be new.
    """

    end_words: Mapping[str, float] | None = None
    end_only: bool = False
    length: tuple[int, int | None] = (0, None)
    banned: Collection[str] = ()
    required: Collection[str] = ()
    no_repeated_bigram: bool = False
    extra_rules: Sequence[LexicalRule] = ()

    def __post_init__(self) -> None:
        for name in ("banned", "required"):
            if isinstance(getattr(self, name), str):
                raise InputError("is a string, expected a list of words", field=name)
        if self.end_only and self.end_words is None:
            raise InputError("end_only needs end_words")
        for word, bonus in (self.end_words or {}).items():
            if not math.isfinite(bonus):
                raise InputError(f"the bonus of {word!r} is no finite number", field="end_words")
        least, most = self.length
        if least < 0 or (most is not None and most < least):
            raise InputError(f"expected least and most words, found {self.length}", field="length")
        if len(set(self.required)) > REQUIRED_BITS:
            raise InputError(f"at most {REQUIRED_BITS} words can be required", field="required")
        for rule in self.extra_rules:
            if not (rule.source or rule.target) or not 0.0 < rule.probability <= 1.0:
                raise InputError(f"no rule that can be used: {rule}", field="extra_rules")

    def allow(self, words: Sequence[str]) -> bool:
        """Whether an output keeps to all of them."""
        least, most = self.length
        return (
            least <= len(words)
            and (most is None or len(words) <= most)
            and not set(self.banned) & set(words)
            and set(self.required) <= set(words)
            and (not self.end_only or (bool(words) and words[-1] in (self.end_words or {})))
            and not (self.no_repeated_bigram and _repeats(words))
        )

    def end_bonus(self, words: Sequence[str]) -> float:
        """The bonus of the last word, before its weight."""
        return (self.end_words or {}).get(words[-1], 0.0) if words else 0.0


def _repeats(words: Sequence[str]) -> bool:
    pairs = list(pairwise(words))
    return len(set(pairs)) < len(pairs) or any(one == other for one, other in pairs)
