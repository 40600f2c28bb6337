"""What the metrics share that count words: how text becomes words, by its language where nothing is said."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from likewise.metrics.base import Metric, check_choice
from likewise.metrics.batch import Batch
from likewise.metrics.script_remarks import script_remarks
from likewise.text import AUTO, FORMS, Tokenization, get_tokenizer

__all__ = ["TokenizedMetric"]


@dataclass(frozen=True)
class TokenizedMetric(Metric):
    """A metric over words; the tokeniser `auto` is that of each segment's language (`lang`)."""

    tokenize: str = AUTO
    lowercase: bool = False
    normalise: str = "none"

    default_tokenizer: ClassVar[str] = "13a"
    """What `auto` stands for in segments that name no language."""

    def __post_init__(self) -> None:
        if self.tokenize != AUTO:
            get_tokenizer(self.tokenize)
        check_choice(self.name, "normalise", self.normalise, FORMS)

    @property
    def tokenization(self) -> Tokenization:
        """The settings that make words of text."""
        default = self.default_tokenizer if self.tokenize == AUTO else "13a"
        return Tokenization(self.tokenize, self.lowercase, self.normalise, default)

    def settings(self) -> dict[str, Any]:
        """Settings by name; the tokeniser is that of texts in a language that nobody named."""
        return {**super().settings(), "tokenize": self.tokenization.fitted(None).tokenizer}

    def facts(self, languages: Collection[str | None]) -> dict[str, Any]:
        """The tokeniser that texts in these languages had: one, or `mixed(..)` of several."""
        used = sorted({self.tokenization.fitted(lang).tokenizer for lang in languages or (None,)})
        return {"tokenize": used[0] if len(used) == 1 else f"mixed({','.join(used)})"}

    def remarks(self, batch: Batch) -> list[str]:
        return script_remarks(batch, self.tokenization)
