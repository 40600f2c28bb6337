"""What speaks for and against an answer of the crawler: the features of `likewise.negation.crawler.trust`.

Three views of one answer: how the parser ranks its reading, what the reading is made of, and what the scope
looks like over the tokens. All are numbers near 0 to 1, named, so that a weight can be read.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from likewise.negation.crawler.deep_reading import CrawledScope, DeepReading, Span

__all__ = ["probabilities", "signs_of"]

_CUES = {
    "neg": r"^neg$", "no": r"^_no_q", "answer": r"^[Nn][Oo]$|^_no_a_", "never": r"^_never",
    "without": r"^_without", "and not": r"_c$", "not and more": r"^_not\+",
}  # fmt: skip
_PREDICATES = (
    "ellipsis_ref", "implicit_conj", "focus_d", "fw_seq", "unknown", "subord", "appos", "nominalization",
    "eventuality", "addressee", "generic_verb",
)  # fmt: skip
_LINKS = (
    "ellipsis_ref", "implicit_conj", "_and_c", "_but_c", "generic_entity", "nominalization", "subord",
    "appos", "compound", "_say_v", "_that_q", "conjunction over", "modal over", "auxiliary", "relative",
    "_be_v_id",
)  # fmt: skip
_OPENERS = frozenset(["and", "but", "that", "if", "which", "as", "for", "because", "when", "so", "or"])
_BEFORE = frozenset(["and", "but", "or", "that", "which", "who"])
_WRONG_STARTS = frozenset(["and", "but", "that", "if", "as", "for", "because", "so", "or", "said"])
_SUBJECTS = frozenset(["i", "you", "he", "she", "it", "we", "they", "there"])


def probabilities(scores: Sequence[float]) -> list[float]:
    """Log-probabilities of the readings of one text as shares of one."""
    top = max(scores, default=0.0)
    weights = [math.exp(score - top) for score in scores]
    return [weight / sum(weights) for weight in weights]


def signs_of(
    readings: Sequence[DeepReading],
    scores: Sequence[float],
    answers: Sequence[CrawledScope],
    at: int,
    cue: Sequence[Span],
) -> dict[str, float]:
    """The signs of the answer from reading `at`, beside those from the other readings."""
    reading, answer = readings[at], answers[at]
    return {
        "always": 1.0,
        f"cue: {_kind(reading, answer, cue)}": 1.0,
        **_rank(readings, scores, answers, at),
        **_makeup(reading, answer),
        **_shape(reading, answer, cue),
    }


def _kind(reading: DeepReading, answer: CrawledScope, cue: Sequence[Span]) -> str:
    named = next((name for name, pattern in _CUES.items() if re.search(pattern, answer.cue)), None)
    starts, ends = zip(*reading.wholes, strict=True)
    whole = all(start in starts and end in ends for start, end in cue)
    return named or ("other word" if whole else "affix")


def _rank(
    readings: Sequence[DeepReading], scores: Sequence[float], answers: Sequence[CrawledScope], at: int
) -> dict[str, float]:
    """How the parser ranks the reading, and how far the other readings agree."""
    mine = set(answers[at].tokens)
    given = [set(answer.tokens) for answer in answers if answer.scope is not None]
    length = len(readings[at].tokens)
    shared = [len(mine & other) / max(1, len(mine | other)) for other in given]
    return {
        "place": float(at),
        "probability": probabilities(scores)[at],
        "only reading": float(len(readings) == 1),
        "score a token": scores[at] / length / 5,
        "length": length / 20,
        "same scope": given.count(mine) / len(readings),
        "answered": len(given) / len(readings),
        "overlap": sum(shared) / len(shared),
    }


def _makeup(reading: DeepReading, answer: CrawledScope) -> dict[str, float]:
    """What the reading is made of, and over which links the scope was reached."""
    predicates = [ep.predicate for ep in reading.graph.eps]
    entries = reading.tree.entries
    reasons = " ".join(piece.reason for piece in answer.scope or ())
    signs = {f"root: {reading.tree.nodes[0].rule}": 1.0}
    signs.update({f"has {name}": min(predicates.count(name), 3) / 2 for name in _PREDICATES})
    signs["has unknown words"] = min(sum("_unknown" in name for name in predicates), 3) / 2
    signs["has pronoun that"] = sum(entry.startswith("that_d") for entry in entries) / 2
    signs.update({f"over {name}": float(name in reasons) for name in _LINKS})
    return signs


def _shape(reading: DeepReading, answer: CrawledScope, cue: Sequence[Span]) -> dict[str, float]:
    """What the scope looks like over the tokens."""
    tokens = [token.lower() for token in reading.tokens]
    scope = {at for at in answer.tokens if not _sign(tokens[at])}
    if not scope:
        return {"empty": 1.0}
    cues = reading.tokens_with(cue)
    taken = scope.union(cues)
    low, high = min(taken), max(taken)
    before = tokens[low - 1] if low else ""
    after = tokens[high + 1] if high + 1 < len(tokens) else "."
    gaps = sum(at not in taken and not _sign(tokens[at]) for at in range(low, high))
    stops = sum(tokens[at] in (",", ";", "--", ":") for at in range(low, high))
    return {
        "size": len(scope) / 10,
        "share": len(scope) / len(tokens),
        "gaps": min(gaps, 6) / 3,
        "no gap": float(not gaps),
        "stops inside": min(stops, 4) / 2,
        "quotation mark inside": float(any(tokens[at] in ("``", "''", '"') for at in range(low, high))),
        "left of cue": float(min(scope) < min(cues)),
        "right of cue": float(max(scope) > max(cues)),
        "token after cue": float(max(cues) + 1 in scope),
        "token before cue": float(min(cues) - 1 in scope),
        "from the start": float(all(_sign(token) for token in tokens[:low])),
        "up to a sign": float(_sign(after)),
        "up to a conjunction": float(after in _BEFORE),
        "after a sign": float(bool(before) and _sign(before)),
        "after a conjunction": float(before in _OPENERS),
        "begins with a conjunction": float(tokens[low] in _WRONG_STARTS),
        "begins with a pronoun": float(tokens[low] in _SUBJECTS),
    }


def _sign(token: str) -> bool:
    return not any(c.isalnum() for c in token)
