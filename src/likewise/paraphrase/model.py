"""The paraphraser: a phrase model of one language into itself, with a dial for novelty.

Chen & Dolan (2011), section 5.1, train phrase models on parallel descriptions. Beyond the paper: the outputs
of several searches are put together and chosen among by the support that their n-grams have (`support`), at
a novelty that the caller sets (`dial`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar, Self

import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import SEED, ModelCard, ModelFiles, Progress, SavedModel
from likewise.metrics import Metric
from likewise.paraphrase.chooser import PIECE, CandidateChooser
from likewise.paraphrase.chooser_files import files_of, parts_of
from likewise.paraphrase.columns import mean_support, reasons
from likewise.paraphrase.dial import Taste
from likewise.paraphrase.pool import WordingPool, pinc_of
from likewise.paraphrase.surface import dressed, join
from likewise.paraphrase.trainer import learn_choice
from likewise.records import Cluster
from likewise.text import Tokenization
from likewise.transduce import PhraseUse

__all__ = ["Paraphrase", "Paraphraser", "train"]

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Paraphrase:
    """One wording, and why: its score, PINC against the source, phrase pairs, features, reasons.

    `reasons` are what the choice was made by: expected precision of 1- to 4-grams, PINC, length ratio.
    """

    text: str
    score: float
    pinc: float
    phrases: tuple[PhraseUse, ...] = ()
    features: Mapping[str, float] = field(default_factory=dict)
    reasons: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        """The paraphrase as a JSON object."""
        return asdict(self)


@dataclass(frozen=True)
class Paraphraser(CandidateChooser, SavedModel):
    """What `fit` learns. `paraphrase` gives one wording, `nbest` several, `stream` those of many lines."""

    kind: ClassVar[str] = "paraphraser"

    @classmethod
    def fit(
        cls,
        clusters: Iterable[Cluster],
        /,
        *,
        pairs: int | str = "all",
        seed: int = SEED,
        tokenize: str = "words",
        order: int = 4,
        longest: int = 7,
        beam: int = 30,
        candidates: int = 100,
        held_out: int = 4000,
        taste: Taste | None = None,
        tune_for: str | Metric | None = None,
        tune_on: int = 100,
        progress: Progress | None = None,
    ) -> Self:
        """Learn a paraphraser.

        `pairs`: parallel texts that each text is paired with (a number, or "all"); `longest`: words of a
        phrase; `candidates`: n-best of each of the searches that the dial chooses from; `held_out`: how many
        texts teach the support of n-grams; `tune_for`: a metric, and the weights of the plain model (the one
        without novelty) become those under which it is highest on `tune_on` held-out texts.
        """
        learnt = learn_choice(
            clusters, pairs=pairs, seed=seed, tokenize=tokenize, order=order, longest=longest, beam=beam,
            candidates=candidates, held_out=held_out, taste=taste or Taste(), tune_for=tune_for,
            tune_on=tune_on, progress=progress,
        )  # fmt: skip
        return cls._of(learnt)

    @cached_property
    def tokenization(self) -> Tokenization:
        """How texts become words."""
        return Tokenization(self.settings["tokenize"], lowercase=True)

    @property
    def training_texts(self) -> list[str]:
        """The texts it learned from, normalised."""
        words = self.index.texts.vocabulary
        ids, bounds = self.index.texts.ids.tolist(), self.index.texts.bounds.tolist()
        return [" ".join(words[i] for i in ids[a:b]) for a, b in pairwise(bounds)]

    @property
    def card(self) -> dict[str, Any]:
        """What it is, in numbers."""
        sentences, clusters = len(self.index.owner), len(self.index.clusters) - 1
        sizes = {"phrase_pairs": len(self.table), "sentences": sentences, "clusters": clusters}
        return {**sizes, "data": self.data, **self.settings}

    def paraphrase(self, text: str, novelty: float | None = None) -> Paraphrase:
        """The best wording; without `novelty` that of the plain phrase model."""
        return self.nbest(text, 1, novelty)[0]

    def nbest(self, text: str, k: int = 10, novelty: float | None = None) -> list[Paraphrase]:
        """The best wordings, all different, best first; an empty text has one, itself."""
        if novelty is not None and not 0.0 <= novelty <= 1.0:
            raise InputError(f"expected a number from 0 to 1, found {novelty}", field="novelty")
        if not isinstance(k, int) or k < 1:
            raise InputError(f"expected a whole number from 1, found {k}", field="nbest")
        words = self.tokenization.words(text)
        if not words:
            return [Paraphrase("", 0.0, 0.0)]
        if len(words) <= PIECE:
            wordings = self._plain(words, k) if novelty is None else self._chosen(words, k, novelty)
        else:
            wordings = [self._long(words, novelty)]
        return [replace(p, text=dressed(p.text, text)) for p in wordings]

    def stream(
        self,
        texts: Iterable[str],
        *,
        novelty: float | None = None,
        nbest: int = 1,
        workers: int | None = None,
    ) -> Iterator[list[Paraphrase]]:
        """The wordings of each text, in order, on as many threads as told (2); looks a few texts ahead."""
        workers = workers or 2
        with ThreadPoolExecutor(workers) as pool:
            waiting: deque[Any] = deque()
            for text in texts:
                waiting.append(pool.submit(self.nbest, text, nbest, novelty))
                while len(waiting) >= 8 * workers or (waiting and waiting[0].done()):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()

    def _plain(self, words: Sequence[str], k: int) -> list[Paraphrase]:
        pool = self.plain_pool(words, k)
        values = self.values(pool, plain=True)
        return [self._told(pool, values, i, float(pool.scores[i])) for i in range(len(pool))]

    def _chosen(self, words: Sequence[str], k: int, novelty: float) -> list[Paraphrase]:
        pool = self.pool(words)
        values = self.values(pool)
        order = self.order(pool, values, novelty)
        support = mean_support(values)
        return [self._told(pool, values, int(i), float(support[i])) for i in order[:k]]

    def _long(self, words: Sequence[str], novelty: float | None) -> Paraphrase:
        """A long line, piece by piece."""
        pieces = [words[i : i + PIECE] for i in range(0, len(words), PIECE)]
        parts = [(self._plain(p, 1) if novelty is None else self._chosen(p, 1, novelty))[0] for p in pieces]
        uses = [
            PhraseUse(u.start + PIECE * i, u.end + PIECE * i, u.source, u.target, u.scores)
            for i, p in enumerate(parts)
            for u in p.phrases
        ]
        said = [word for use in uses for word in use.target.split()]
        text = join(said, self.tokenization.tokenizer)
        return Paraphrase(text, sum(p.score for p in parts), pinc_of(words, said), tuple(uses))

    def _told(self, pool: WordingPool, values: Array, k: int, score: float) -> Paraphrase:
        search, place = pool.origin[k]
        output = self.decoder.output(pool.searches[search], place)
        why = reasons(values[k], max(1, len(pool.source)))
        text = join(output.words, self.tokenization.tokenizer)
        return Paraphrase(text, score, why["pinc"], output.phrases, output.features, why)

    def saved_settings(self) -> Mapping[str, Any]:
        return dict(self.settings)

    def saved_files(self) -> Mapping[str, bytes]:
        return files_of(self)

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        return cls._of(parts_of(card, files))

    @classmethod
    def _of(cls, parts: CandidateChooser) -> Self:
        return cls(**{each.name: getattr(parts, each.name) for each in fields(parts)})


train = Paraphraser.fit
"""Learn a paraphraser from clusters: `Paraphraser.fit`, by its short name."""
