"""What a paraphraser consists of as files of its folder, and back."""

from __future__ import annotations

import json
from typing import Any

import numpy.typing as npt

from likewise.io import ModelCard, ModelFiles, dumps_arrays
from likewise.paraphrase.chooser import CandidateChooser
from likewise.paraphrase.dial import Dial
from likewise.paraphrase.network import Network
from likewise.paraphrase.support import ClusterIndex
from likewise.text import Words
from likewise.transduce import LanguageModel, PhraseTable

__all__ = ["files_of", "parts_of"]

PHRASES, LANGUAGE, SUPPORT = "phrases.npz", "language.lm", "support.npz"


def files_of(model: CandidateChooser) -> dict[str, bytes]:
    """Phrase table, language model, and all else as arrays; the same model gives the same bytes."""
    texts = model.index.texts
    arrays: dict[str, npt.NDArray[Any]] = {
        "ids": texts.ids, "bounds": texts.bounds, "pool": texts.pool, "pool_bounds": texts.pool_bounds,
        "clusters": model.index.clusters, "strengths": model.dial.strengths, "reached": model.dial.reached,
    }  # fmt: skip
    if model.network is not None:
        arrays |= {f"network.{name}": array for name, array in model.network.arrays().items()}
    return {PHRASES: model.table.dumps(), LANGUAGE: model.lm.dumps(), SUPPORT: dumps_arrays(arrays)}


def parts_of(card: ModelCard, files: ModelFiles) -> CandidateChooser:
    """What `files_of` gave, with the settings of the card."""
    table = PhraseTable.loads(files.read(PHRASES), str(files.folder / PHRASES))
    lm = LanguageModel.loads(files.read(LANGUAGE), file=str(files.folder / LANGUAGE))
    arrays = files.arrays(SUPPORT)
    network = {k.removeprefix("network."): v for k, v in arrays.items() if k.startswith("network.")}
    texts = Words(arrays["ids"], arrays["bounds"], arrays["pool"], arrays["pool_bounds"])
    return CandidateChooser(
        table, lm, ClusterIndex(texts, arrays["clusters"]), Network.of(network) if network else None,
        Dial(arrays["strengths"], arrays["reached"]), json.loads(json.dumps(card.settings)), card.data,
    )  # fmt: skip
