"""A response to a challenge, and where it comes from: rules used, why it rhymes, what it was copied from."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["CopiedRun", "Response", "RhymeReason", "RuleUse"]


@dataclass(frozen=True, slots=True)
class RuleUse:
    """A rule used: words `source_span` of the challenge became words `target_span` of the response.

    `kind` is that of `LexicalRule` (`token`, `segment`, `copy`, `delete`, `insert`), or `rhyme` where the end
    word came from the rhymes that were learnt and not from a rule of the grammar.
    """

    source: str
    target: str
    kind: str
    probability: float
    source_span: tuple[int, int]
    target_span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CopiedRun:
    """Words that a response has in a row with the challenge (`origin` is `challenge`) or a training line."""

    origin: str
    line: str
    run: str


@dataclass(frozen=True, slots=True)
class RhymeReason:
    """Why the end words go together: the rule end/end, its strength, and training lines that pair them.

    `strength`: the probability of the response's end word beside the challenge's, as learnt from verse.
    """

    source: str
    target: str
    strength: float
    seen: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Response:
    """One response. `rhyme` is what the model itself believes: None where it does not know an end word."""

    text: str
    score: float
    rhyme: bool | None = None
    uses: tuple[RuleUse, ...] = ()
    copied: CopiedRun | None = None
    why: RhymeReason | None = None

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        """The response as a JSON object."""
        return asdict(self)
