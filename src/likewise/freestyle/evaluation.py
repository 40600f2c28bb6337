"""How well responses rhyme, flow and stay clear of copies, by figures that need no judges.

The sound of end words comes from outside of the model: a pronunciation dictionary, or rules of spelling.
Shares are percent. Perfect rhyme and vowel match are of the pairs whose end words differ and are both known;
identical and unknown ones are counted apart, of all responses. A random baseline stands beside them:
responses against challenges that they did not answer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import Bounds, Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.freestyle.copy_check import is_copy, longest_common_run, stutters
from likewise.freestyle.model import Freestyler
from likewise.freestyle.response import Response
from likewise.freestyle.rhyme.sounds.ending import Ending
from likewise.freestyle.verse import end_word, line_words
from likewise.io import SEED, Progress, unheard
from likewise.transduce import LanguageModel

__all__ = ["Endings", "FreestyleEvaluation", "evaluate_responses", "evaluate_freestyle", "respond_all"]

Endings = Callable[[str], Sequence[Ending]]
"""The ways to say the end of a word; none where it is not known."""
Values = npt.NDArray[np.float64]
_RESAMPLES = 1000
_TURNS = 20
"""Random pairs a response."""


@dataclass(frozen=True, repr=False)
class FreestyleEvaluation(Tabular):
    """Shares in percent; `n` are the responses, `unanswered` the challenges that have none."""

    n: int
    unanswered: int
    perfect_rhyme: float
    vowel_rhyme: float
    identical: float
    oov: float
    copied_from_challenge: float
    copied_from_training: float
    stutter: float
    perplexity: float
    words: float
    """Words of a response on the average, over those of its challenge."""
    random: dict[str, float]
    """Perfect and vowel rhyme of responses with challenges that are not theirs."""
    pronunciations: str
    intervals: dict[str, tuple[float, float]] = field(default_factory=dict)
    per_second: float | None = None
    judged: int | None = None
    """The responses that the rhymes are shares of: end words that differ and are both known."""

    def as_dict(self) -> dict[str, Any]:
        """The figures as a JSON object."""
        return asdict(self)

    def tables(self) -> Sequence[ResultTable]:
        """A row a figure, with its interval and what chance gives."""
        rows = [
            (told, _number(getattr(self, name)), Bounds.of(self.intervals.get(name), 1),
             _number(self.random.get(name)))
            for name, told in _FIGURES.items()
        ]  # fmt: skip
        about_all = (
            f"{self.n} responses, {self.unanswered} challenges without; rhymes are of {self.judged} whose "
            f"end words differ and are known; pronunciations: {self.pronunciations}"
        )
        return [ResultTable("Responses", ("figure", "value", "95 % interval", "random"), rows, about_all)]


_FIGURES = {
    "perfect_rhyme": "perfect rhyme, %",
    "vowel_rhyme": "last vowel shared, %",
    "identical": "same end word, %",
    "oov": "end word unknown, %",
    "copied_from_challenge": "copied from the challenge, %",
    "copied_from_training": "copied from a training line, %",
    "stutter": "stutter, %",
    "perplexity": "perplexity",
}


def _number(value: float | None) -> Figure:
    """Two decimals; a dash for a share of no responses."""
    return Figure.of(value, 2)


def respond_all(
    model: Freestyler, challenges: Sequence[str], *, progress: Progress | None = None, **wishes: Any
) -> tuple[list[Response | None], float]:
    """The best response to each challenge, and how many were given a second (the first one is not timed)."""
    tell = progress or unheard
    if challenges:
        model.respond(challenges[0], **wishes)
    started = time.perf_counter()
    responses: list[Response | None] = []
    for place, challenge in enumerate(challenges):
        tell("responding", place / len(challenges))
        responses.append(next(iter(model.respond(challenge, **wishes)), None))
    tell("responding", 1.0)
    return responses, len(challenges) / max(time.perf_counter() - started, 1e-9)


def evaluate_freestyle(
    model: Freestyler,
    challenges: Iterable[str],
    *,
    endings: Endings,
    pronunciations: str,
    lm: LanguageModel | None = None,
    seed: int = SEED,
    progress: Progress | None = None,
) -> FreestyleEvaluation:
    """Let a model respond and measure it; `lm` (of other songs, else its own) gives the perplexity."""
    lines = [line for line in challenges if line_words(line)]
    if not lines:
        raise InputError("holds no challenge: no line with a word")
    responses, speed = respond_all(model, lines, progress=progress)
    pairs = [(line, each.text) for line, each in zip(lines, responses, strict=True) if each is not None]
    return evaluate_responses(
        pairs, model, endings=endings, pronunciations=pronunciations, lm=lm, seed=seed,
        unanswered=len(lines) - len(pairs), per_second=speed,
    )  # fmt: skip


def evaluate_responses(
    pairs: Sequence[tuple[str, str]],
    model: Freestyler,
    *,
    endings: Endings,
    pronunciations: str,
    lm: LanguageModel | None = None,
    seed: int = SEED,
    unanswered: int = 0,
    per_second: float | None = None,
) -> FreestyleEvaluation:
    """Measure pairs of challenge and response, whoever wrote them; copies are sought in the model's lines."""
    if not pairs:
        raise InputError("there is no response to measure")
    said = [(line_words(challenge), line_words(response)) for challenge, response in pairs]
    rows = np.array([_measures(one, other, model, endings) for one, other in said])
    language = lm or model.lm
    responses = [other for _, other in said]
    logprob = language.scores(responses)
    events = np.array([len(words) + 1 for words in responses])
    means, intervals = _pooled(rows, logprob, events, seed)
    lengths = sum(map(len, responses)) / sum(len(one) for one, _ in said)
    return FreestyleEvaluation(
        n=len(pairs), unanswered=unanswered, **means, words=lengths,
        random=_random_pairs(pairs, endings, seed), pronunciations=pronunciations, intervals=intervals,
        per_second=per_second, judged=int((~np.isnan(rows[:, 0])).sum()),
    )  # fmt: skip


_MEASURES = (
    "perfect_rhyme", "vowel_rhyme", "identical", "oov", "copied_from_challenge", "copied_from_training",
    "stutter",
)  # fmt: skip


def _measures(
    challenge: Sequence[str], response: Sequence[str], model: Freestyler, endings: Endings
) -> list[float]:
    """0 or 1 for each of `_MEASURES`; rhymes of identical or unknown end words are no numbers."""
    identical = challenge[-1] == response[-1]
    perfect, vowel = _rhymes(challenge[-1], response[-1], endings)
    from_challenge = is_copy(longest_common_run(response, challenge)[1], len(response))
    from_training = is_copy(model.corpus.longest_run(response)[1], len(response))
    unknown = not identical and np.isnan(perfect)
    return [perfect, vowel, identical, unknown, from_challenge, from_training, stutters(response)]


def _rhymes(one: str, other: str, endings: Endings) -> tuple[float, float]:
    """Whether two words are a perfect rhyme and share the last vowel; no numbers if identical or unknown."""
    first, second = endings(one), endings(other)
    if one == other or not first or not second:
        return np.nan, np.nan
    perfect = {each.full_sound for each in first} & {each.full_sound for each in second}
    vowel = {each.vowel for each in first} & {each.vowel for each in second}
    return float(bool(perfect)), float(bool(vowel))


def _pooled(
    rows: Values, logprob: Values, events: npt.NDArray[np.int64], seed: int
) -> tuple[dict[str, float], dict[str, tuple[float, float]]]:
    """Means in percent and the perplexity, with 95 % intervals of a bootstrap over challenges."""
    rng = np.random.default_rng(seed)
    draws = rng.integers(0, len(rows), (_RESAMPLES, len(rows)))
    known = ~np.isnan(rows)
    filled = np.where(known, rows, 0.0)
    means, intervals = {}, {}
    for place, name in enumerate(_MEASURES):
        sums, counts = filled[draws, place].sum(axis=1), known[draws, place].sum(axis=1)
        shares = 100 * sums[counts > 0] / counts[counts > 0]
        total = int(known[:, place].sum())
        means[name] = 100 * float(filled[:, place].sum()) / total if total else float("nan")
        if len(shares):
            intervals[name] = float(np.quantile(shares, 0.025)), float(np.quantile(shares, 0.975))
    drawn = np.exp(-logprob[draws].sum(axis=1) / events[draws].sum(axis=1))
    means["perplexity"] = float(np.exp(-logprob.sum() / events.sum()))
    intervals["perplexity"] = float(np.quantile(drawn, 0.025)), float(np.quantile(drawn, 0.975))
    return means, intervals


def _random_pairs(pairs: Sequence[tuple[str, str]], endings: Endings, seed: int) -> dict[str, float]:
    """Rhymes of responses with challenges that are not theirs."""
    rng = random.Random(seed)
    values: list[tuple[float, float]] = []
    for place, (_, response) in enumerate(pairs):
        for _ in range(_TURNS if len(pairs) > 1 else 0):
            other = (place + rng.randrange(1, len(pairs))) % len(pairs)
            values.append(_rhymes(end_word(pairs[other][0]), end_word(response), endings))
    known = [pair for pair in values if not np.isnan(pair[0])]
    if not known:
        return {"perfect_rhyme": float("nan"), "vowel_rhyme": float("nan")}
    perfect, vowel = (100 * sum(column) / len(known) for column in zip(*known, strict=True))
    return {"perfect_rhyme": perfect, "vowel_rhyme": vowel}
