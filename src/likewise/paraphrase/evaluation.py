"""Where a paraphraser stands: each sentence of each cluster as a source, its cluster as references.

Points in the plane of BLEU and PINC with their guards (`likewise.evaluate.ParaphraseTest`), at places on the
dial, beside those of other systems and of people.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.evaluate import ParaphraseEvaluation, ParaphrasePoint, ParaphraseTest, read_candidates
from likewise.io import SEED, Progress, Source, part_of
from likewise.paraphrase.model import Paraphraser
from likewise.records import Cluster
from likewise.text import Tokenization

__all__ = ["evaluate_paraphraser"]

MANY_SEEN = 0.5
"""Share of sources among the training sentences from which on it is told."""


def evaluate_paraphraser(
    clusters: Iterable[Cluster],
    paraphraser: Paraphraser | None = None,
    *,
    candidates: Source | None = None,
    novelty: Sequence[float | None] = (None,),
    name: str = "model",
    tokenize: str | None = None,
    bootstrap: int = 0,
    seed: int = SEED,
    progress: Progress | None = None,
    note: Callable[[str], None] | None = None,
) -> ParaphraseEvaluation:
    """Evaluate a paraphraser, a file of another system's outputs (`candidates`), or both.

    The paraphraser has a point for each place on the dial in `novelty`; None is the model without the dial,
    which goes by `name`. Texts are tokenised as the model does it, unless `tokenize` names another way.
    `bootstrap` adds intervals from so many resamples of whole clusters. `note` is told, before the work
    begins, if most of the sources are sentences that the model learnt from.
    """
    if paraphraser is None and candidates is None:
        raise InputError("expected a paraphraser, a file of candidates, or both")
    known, words = None, tokenize or "words"
    if paraphraser is not None:
        known, words = paraphraser.training_texts, tokenize or paraphraser.tokenization.tokenizer
    test = ParaphraseTest(clusters, training_texts=known, tokenize=words, bootstrap=bootstrap, seed=seed)
    if known is not None and note is not None and (seen := _seen(test.texts, known, words)) > MANY_SEEN:
        note(f"{seen:.0%} of the sources are training sentences: these figures are too good to be true")
    points: list[ParaphrasePoint] = []
    rate = None
    if paraphraser is not None:
        run = _TestRun(paraphraser, test)
        for number, place in enumerate(novelty):
            steps = part_of(progress, number / len(novelty), (number + 1) / len(novelty))
            points.append(run.point(place, name, steps))
        rate = run.done / max(run.seconds, 1e-9)
    if candidates is not None:
        systems = read_candidates(candidates, test.sources)
        points += [test.evaluate(outputs, name=system) for system, outputs in systems.items()]
    return ParaphraseEvaluation(tuple(points), test.human, rate)


@dataclass
class _TestRun:
    """A paraphraser at work on a test: what it has done, and how long that took."""

    paraphraser: Paraphraser
    test: ParaphraseTest
    done: int = 0
    seconds: float = 0.0

    def point(self, novelty: float | None, name: str, tell: Progress) -> ParaphrasePoint:
        """The point of a place on the dial."""
        texts = self.test.texts
        outputs = []
        begun = time.perf_counter()
        for place, wordings in enumerate(self.paraphraser.stream(texts, novelty=novelty), 1):
            outputs.append(wordings[0].text)
            tell("paraphrasing", place / len(texts))
        self.seconds += time.perf_counter() - begun
        self.done += len(texts)
        return self.test.evaluate(outputs, name=name if novelty is None else None, novelty=novelty)


def _seen(texts: Sequence[str], known: Sequence[str], tokenize: str) -> float:
    """Share of the texts that stand among the known ones."""
    tokenization, training = Tokenization(tokenize, lowercase=True), set(known)
    return sum(tokenization.line(text) in training for text in texts) / max(1, len(texts))
