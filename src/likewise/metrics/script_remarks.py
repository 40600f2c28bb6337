"""What is told where a tokeniser that goes by blanks meets texts without them."""

from __future__ import annotations

from likewise.metrics.batch import Batch
from likewise.text import holds_unsegmented, looks_unsegmented

__all__ = ["script_remarks"]

BY_BLANKS = ("13a", "whitespace", "words", "intl")
ADVICE = "say --tokenize zh, ja-mecab or char"


def script_remarks(batch: Batch, tokenizer: str) -> list[str]:
    """That this tokeniser cannot part the words of these texts, or of some of them."""
    if tokenizer not in BY_BLANKS or not holds_unsegmented(batch.texts):
        return []
    some = "" if looks_unsegmented(batch.texts) else "some texts are in "
    return [f"{some}a script without blanks, whose words {tokenizer} cannot part: {ADVICE}"]
