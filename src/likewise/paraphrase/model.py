"""The paraphraser: a phrase model of one language into itself, with a dial for novelty.

Chen & Dolan (2011), section 5.1, train phrase models on parallel descriptions. Beyond the paper: the outputs
of several searches are put together and chosen among by the support that their n-grams have (`support`), at
a novelty that the caller sets (`dial`).
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io.arrays import dumps_arrays, loads_arrays
from likewise.io.lines import Source
from likewise.io.models import ModelCard, read_model, write_model
from likewise.paraphrase import _kernels as kernels
from likewise.paraphrase.columns import ALL_GRAMS, ALL_MATCHED, GRAMS, MATCHED, NEW, ORDER
from likewise.paraphrase.dial import Dial, Taste, choose
from likewise.paraphrase.network import Network
from likewise.paraphrase.pool import PLAIN, CandidatePool, gather, vectors
from likewise.paraphrase.support import ClusterIndex, gram_inputs
from likewise.paraphrase.surface import dressed, join
from likewise.text.vocabulary import Tokenization, Words
from likewise.transduce.decode import FEATURE_NAMES, Decoder, PhraseUse, weight_vector
from likewise.transduce.lm import LanguageModel
from likewise.transduce.lm._kernels import sentence_scores
from likewise.transduce.phrases import PhraseTable

__all__ = ["KIND", "Paraphrase", "Paraphraser"]

Array = npt.NDArray[Any]
KIND = "paraphraser"
LM = FEATURE_NAMES.index("lm")
PIECE = 60
"""Longer lines are paraphrased in pieces of this many words."""


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
class Paraphraser:
    """What `train` learns. `paraphrase` gives one wording, `nbest` several, `stream` those of many lines."""

    table: PhraseTable
    lm: LanguageModel
    index: ClusterIndex
    network: Network | None
    dial: Dial
    settings: Mapping[str, Any]
    data: str = ""

    @cached_property
    def decoder(self) -> Decoder:
        """The search behind it."""
        return Decoder(self.table, self.lm, beam=int(self.settings["beam"]))

    @cached_property
    def taste(self) -> Taste:
        """What counts beside novelty."""
        return Taste(**self.settings["taste"])

    @cached_property
    def tokenization(self) -> Tokenization:
        """How texts become words."""
        return Tokenization(self.settings["tokenize"], lowercase=True)

    @cached_property
    def _lm_ids(self) -> Array:
        # Words that the vocabulary lacks have ids after its end and are unknown to the language model.
        ids = self.lm.ids(self.table.target_vocabulary)
        return np.concatenate((ids, np.zeros(PIECE, np.int32))).astype(np.int32)

    @cached_property
    def _vectors(self) -> list[Array]:
        return vectors()

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
            found = self._plain(words, k) if novelty is None else self._chosen(words, k, novelty)
        else:
            found = [self._long(words, novelty)]
        return [self._dressed(p, text) for p in found]

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

    def _dressed(self, found: Paraphrase, text: str) -> Paraphrase:
        """With the source's capital and full stop, where it has them."""
        return Paraphrase(
            dressed(found.text, text), found.score, found.pinc, found.phrases, found.features, found.reasons
        )

    def _plain(self, words: Sequence[str], k: int) -> list[Paraphrase]:
        pool = gather(self.decoder, words, [weight_vector(PLAIN)], k)
        values = self.values(pool, plain=True)
        return [self._told(pool, values, i, float(pool.scores[i])) for i in range(len(pool))]

    def _chosen(self, words: Sequence[str], k: int, novelty: float) -> list[Paraphrase]:
        pool = gather(self.decoder, words, self._vectors, int(self.settings["candidates"]))
        values = self.values(pool)
        strength, floor = self.dial.strength(novelty), Dial.floor(novelty, self.taste)
        order = choose(values, pool.scores, self.doubtful(pool), strength, floor, self.taste)
        support = values[:, ALL_MATCHED].sum(axis=1) / np.maximum(1.0, values[:, ALL_GRAMS].sum(axis=1))
        return [self._told(pool, values, int(i), float(support[i])) for i in order[:k]]

    def _long(self, words: Sequence[str], novelty: float | None) -> Paraphrase:
        """A long line, piece by piece."""
        pieces = [words[i : i + PIECE] for i in range(0, len(words), PIECE)]
        found = [(self._plain(p, 1) if novelty is None else self._chosen(p, 1, novelty))[0] for p in pieces]
        uses = [
            PhraseUse(u.start + PIECE * i, u.end + PIECE * i, u.source, u.target, u.scores)
            for i, p in enumerate(found)
            for u in p.phrases
        ]
        said = [word for use in uses for word in use.target.split()]
        text = join(said, self.tokenization.tokenizer)
        return Paraphrase(text, sum(p.score for p in found), _pinc(words, said), tuple(uses))

    def values(self, pool: CandidatePool, plain: bool = False) -> Array:
        """`candidate_values` of a pool; `plain` leaves support out."""
        if plain or self.network is None:
            occurrences, _, _, hashes, _, _ = kernels.number_grams(pool.words, pool.bounds)
            source_keys = kernels.source_grams(pool.source)
            shares = np.exp((pool.scores - pool.scores.max()) / 3.0)[:, None]
            support = kernels.posteriors(occurrences, pool.bounds, shares / shares.sum(), len(hashes))[:, 0]
        else:
            grams = self.grams(pool)
            occurrences, hashes, source_keys = grams.occurrences, grams.hashes, grams.source_keys
            support = self.network(grams.inputs)
        result: Array = kernels.candidate_values(
            pool.words, pool.bounds, occurrences, support, hashes, source_keys, self.index.idf
        )
        return result

    def doubtful(self, pool: CandidatePool) -> npt.NDArray[np.bool_]:
        """Guard against nonsense: candidates far too short or long, far less likely than the source by the
        language model, or broken off at a word that ends no text (unless the source does the same)."""
        sizes, length = np.diff(pool.bounds), len(pool.source)
        ratio, lowest = sizes / length, self._mean_score(pool.source) - self.taste.slack
        unlikely = pool.features[:, LM] / (sizes + 1) < lowest
        last = pool.words[np.maximum(pool.bounds[1:] - 1, 0)]
        broken = self._unfinished[last] & (last != pool.source[-1])
        long_or_short = (ratio < self.taste.least) | (ratio > self.taste.most)
        return np.asarray(long_or_short | unlikely | broken)

    def _mean_score(self, source: Array) -> float:
        """Log probability of a source's words, a word."""
        tables, ids = self.lm.tables, self._lm_ids[source].astype(np.int32)
        bounds = np.array([0, len(ids)], np.int64)
        total = sentence_scores(tables.keys, tables.logprob, tables.backoff, self.lm.order, ids, bounds, True)
        return float(total[0]) / (len(ids) + 1)

    @cached_property
    def _unfinished(self) -> npt.NDArray[np.bool_]:
        return np.concatenate((self.index.unfinished, np.zeros(PIECE, np.bool_)))

    def grams(self, pool: CandidatePool) -> Any:
        """What is known of the n-grams of a pool."""
        return gram_inputs(
            self.index, self.lm, self._lm_ids, pool.source, pool.words, pool.bounds, pool.scores
        )

    def _told(self, pool: CandidatePool, values: Array, k: int, score: float) -> Paraphrase:
        search, place = pool.origin[k]
        output = self.decoder.output(pool.searches[search], place)
        row, source = values[k], max(1, len(pool.source))
        reasons = {
            f"support-{n + 1}": float(row[MATCHED + n] / row[GRAMS + n])
            for n in range(ORDER)
            if row[GRAMS + n]
        }
        reasons |= {"pinc": float(100 * row[NEW]), "length-ratio": float(row[GRAMS] / source)}
        text = join(output.words, self.tokenization.tokenizer)
        return Paraphrase(text, score, float(100 * row[NEW]), output.phrases, output.features, reasons)

    def save(self, folder: Source) -> None:
        """Write the model's folder."""
        texts = self.index.texts
        arrays: dict[str, Array] = {
            "ids": texts.ids, "bounds": texts.bounds, "pool": texts.pool, "pool_bounds": texts.pool_bounds,
            "clusters": self.index.clusters, "strengths": self.dial.strengths, "reached": self.dial.reached,
        }  # fmt: skip
        if self.network is not None:
            arrays |= {f"network.{name}": array for name, array in self.network.arrays().items()}
        files = {
            "phrases.npz": self.table.dumps(),
            "language.lm": self.lm.dumps(),
            "support.npz": dumps_arrays(arrays),
        }
        write_model(folder, ModelCard(KIND, dict(self.settings), self.data), files)

    @classmethod
    def load(cls, folder: Source) -> Paraphraser:
        """Read the folder that `save` wrote."""
        card = read_model(folder)
        path = Path(folder)

        def read(name: str) -> tuple[bytes, str]:
            try:
                return (path / name).read_bytes(), str(path / name)
            except OSError:
                raise InputError(f"the model lacks its file {name}", file=str(folder)) from None

        table = PhraseTable.loads(*read("phrases.npz"))
        lm = LanguageModel.loads(*read("language.lm")[:1], file=str(path / "language.lm"))
        arrays = loads_arrays(*read("support.npz"))
        network = {k.removeprefix("network."): v for k, v in arrays.items() if k.startswith("network.")}
        texts = Words(arrays["ids"], arrays["bounds"], arrays["pool"], arrays["pool_bounds"])
        return cls(
            table, lm, ClusterIndex(texts, arrays["clusters"]), Network.of(network) if network else None,
            Dial(arrays["strengths"], arrays["reached"]), json.loads(json.dumps(card.settings)), card.data,
        )  # fmt: skip


def _pinc(source: Sequence[str], said: Sequence[str]) -> float:
    """PINC of words against a source: that of a whole line is not the mean of its pieces'."""
    known: dict[str, int] = {}
    own, ids = (
        np.array([known.setdefault(w, len(known)) for w in line], np.int32) for line in (source, said)
    )
    bounds, none = np.array([0, len(ids)], np.int64), np.zeros(0)
    occurrences, _, _, hashes, _, _ = kernels.number_grams(ids, bounds)
    values = kernels.candidate_values(
        ids, bounds, occurrences, np.zeros(len(hashes)), hashes, kernels.source_grams(own), none
    )
    return float(100 * values[0, NEW])
