"""What is handed back about a sentence: each negation with who found it and why, for programs and people.

Packard et al. (2014), section 3.4, name the ways to join the crawler over deep analyses with other methods.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

from likewise.errors import InputError
from likewise.negation.sentence import Negation, Part, Sentence, Token

__all__ = ["NOBODY", "Method", "ResolvedNegation", "Resolution", "marked"]

NOBODY = "none"
"""Who found a scope where the crawler alone was asked and did not tell."""


class Method(StrEnum):
    """How a scope is found; those with deep analyses need parses of the sentences.

    `best` is ranker and taggers together. `crawler` answers where a reading handles the cue and is trusted,
    else says nothing. `crawler-n` asks the ranker where no reading handles the cue. `crawler-p` weighs the
    crawler against the ranker; with a threshold it takes the crawler from that trust on, as the paper does.
    `combined` weighs it against ranker and taggers together.
    """

    BEST = "best"
    RANKER = "ranker"
    TAGGER = "tagger"
    CRAWLER = "crawler"
    CRAWLER_N = "crawler-n"
    CRAWLER_P = "crawler-p"
    COMBINED = "combined"

    @classmethod
    def named(cls, name: str, parsed: bool = True) -> Method:
        """The method of that name; `InputError` where there is none, or where it lacks its analyses."""
        if name not in list(cls):
            raise InputError(f"unknown method '{name}', expected one of {', '.join(cls)}")
        method = cls(name)
        if method.is_deep and not parsed:
            raise InputError(f"the method '{method}' needs deep analyses of the sentences")
        return method

    @property
    def is_deep(self) -> bool:
        """Whether it reads deep analyses."""
        return self not in _SHALLOW

    @property
    def takes_threshold(self) -> bool:
        """Whether one may say from which trust on the crawler is believed."""
        return self in (Method.CRAWLER, Method.CRAWLER_P)

    @classmethod
    def deep(cls) -> tuple[Method, ...]:
        """Those that read deep analyses."""
        return tuple(method for method in cls if method.is_deep)


_SHALLOW = (Method.BEST, Method.RANKER, Method.TAGGER)


@dataclass(frozen=True)
class ResolvedNegation:
    """A negation, which method found its scope, and a reason for each part of the scope."""

    negation: Negation
    method: str
    """`crawler`, `ranker`, `tagger` or `best`; `none` where the crawler alone is asked and does not tell."""
    trust: float | None = None
    """How probably the crawler's answer is right, where it has one."""
    silent: str = ""
    """Why the crawler's answer was not taken."""
    explain: Callable[[], tuple[str, ...]] = field(default=tuple, repr=False, compare=False)

    @cached_property
    def reasons(self) -> tuple[str, ...]:
        """Why each part of the scope is in; finding them out takes longer than the scope, so it waits."""
        return self.explain()


@dataclass(frozen=True)
class Resolution:
    """A sentence with what it denies."""

    sentence: Sentence
    """The sentence with its negations."""
    resolved: tuple[ResolvedNegation, ...]
    """Each negation with who found it and why."""
    source: str
    """What the answer rests on: `given trees`, `own trees`, `words`, or `no cue` where there is nothing."""
    tokens: tuple[Token, ...] = field(repr=False)
    """The words with their characters in the text; of a sentence, its words with one blank between them."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the sentence."""
        return self.sentence.words

    @property
    def negations(self) -> tuple[Negation, ...]:
        """The negations alone."""
        return self.sentence.negations

    def as_dict(self) -> dict[str, Any]:
        """The answer as its JSON object; parts have the numbers of their words and their characters."""
        return {
            "tokens": [token.text for token in self.tokens],
            "negations": [_told(one, self.tokens) for one in self.resolved],
            "method": self.source,
        }

    def marked(self) -> str:
        """One line a negation for people: the cue in braces, the scope in brackets, the event in stars."""
        rows = [_described(one, self.tokens) for one in self.negations]
        return marked({"tokens": [token.text for token in self.tokens], "negations": rows})


def _told(one: ResolvedNegation, tokens: Sequence[Token]) -> dict[str, Any]:
    told = _described(one.negation, tokens) | {"method": str(one.method), "reasons": list(one.reasons)}
    if one.trust is not None:
        told["trust"] = one.trust
    if one.silent:
        told["silent"] = one.silent
    return told


def _described(one: Negation, tokens: Sequence[Token]) -> dict[str, Any]:
    """A negation as numbers of tokens, and as parts with their characters."""
    kinds = {"cue": one.cue, "scope": one.scope, "event": one.event}
    numbers = {kind: [part.token for part in parts] for kind, parts in kinds.items()}
    parts = {kind: [_placed(part, tokens, kind == "cue") for part in kinds[kind]] for kind in kinds}
    return {**numbers, "parts": parts}


def _placed(part: Part, tokens: Sequence[Token], is_cue: bool) -> dict[str, Any]:
    """The part with its characters in the text; a word around an affix (`breath..ness`) is its whole word."""
    token = tokens[part.token]
    low, piece = token.text.lower(), part.text.lower()
    at = (low.find(piece) if is_cue and low.startswith(piece) else low.rfind(piece)) if piece else -1
    if at < 0:
        return {"text": part.text, "start": token.start, "end": token.end}
    return {"text": part.text, "start": token.start + at, "end": token.start + at + len(part.text)}


def marked(answer: Mapping[str, Any]) -> str:
    """The JSON object of an answer as lines for people, like `Resolution.marked`."""
    lines = []
    for one in answer["negations"]:
        parts = {kind: {p: row["text"] for p, row in zip(one[kind], one["parts"][kind], strict=True)}
                 for kind in ("cue", "scope", "event")}  # fmt: skip
        lines.append(" ".join(_shown(k, word, parts) for k, word in enumerate(answer["tokens"])))
    return "\n".join(lines) if lines else " ".join(answer["tokens"])


def _shown(token: int, word: str, parts: dict[str, dict[int, str]]) -> str:
    scope = parts["scope"].get(token)
    inside = f"[*{scope}*]" if token in parts["event"] else f"[{scope}]"
    if token not in parts["cue"]:
        return inside if scope is not None else word
    cue = "{" + parts["cue"][token] + "}"
    if scope is None:
        return cue
    return cue + inside if word.lower().startswith(parts["cue"][token].lower()) else inside + cue
