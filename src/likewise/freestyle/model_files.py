"""A freestyle model as files of its folder, and back."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from likewise.freestyle.drafts import DraftSearch
from likewise.freestyle.line_corpus import LineCorpus
from likewise.freestyle.phrase_search import PhraseSearch
from likewise.freestyle.rhyme_partners import RhymePartners
from likewise.freestyle.settings import FreestyleSettings
from likewise.io import ModelFiles, dumps_arrays
from likewise.text import Words
from likewise.transduce import LanguageModel

__all__ = ["files_of", "parts_of"]

_LANGUAGE, _LINES, _RHYMES = "language.lm", "lines.npz", "rhymes.npz"


def files_of(
    search: DraftSearch, lm: LanguageModel, corpus: LineCorpus, partners: RhymePartners
) -> dict[str, bytes]:
    """Rules, language model, lines and rhymes; the same model gives the same bytes."""
    lines = corpus.lines
    stored = {
        "ids": lines.ids, "bounds": lines.bounds, "pool": lines.pool, "pool_bounds": lines.pool_bounds,
        "pairs": corpus.pairs,
    }  # fmt: skip
    rhymes = {
        "words": _packed(partners.words), "bounds": partners.bounds, "partners": partners.partners,
        "strengths": partners.strengths,
    }  # fmt: skip
    files = {_LANGUAGE: lm.dumps(), _LINES: dumps_arrays(stored), _RHYMES: dumps_arrays(rhymes)}
    return {**files, **search.saved_files()}


def parts_of(
    files: ModelFiles, settings: FreestyleSettings
) -> tuple[DraftSearch, LanguageModel, LineCorpus, RhymePartners]:
    """What `files_of` gave."""
    lm = LanguageModel.loads(files.read(_LANGUAGE), file=str(files.folder / _LANGUAGE))
    stored, rhymes = files.arrays(_LINES), files.arrays(_RHYMES)
    lines = Words(stored["ids"], stored["bounds"], stored["pool"], stored["pool_bounds"])
    corpus = LineCorpus(lines, stored["pairs"])
    partners = RhymePartners(
        _unpacked(rhymes["words"]), rhymes["bounds"], rhymes["partners"], rhymes["strengths"]
    )
    return _search(files, settings, lm, partners), lm, corpus, partners


def _search(
    files: ModelFiles, settings: FreestyleSettings, lm: LanguageModel, partners: RhymePartners
) -> DraftSearch:
    if settings.model == "phrase":
        return PhraseSearch.restored(files, lm, settings.limit)
    from likewise.freestyle.grammar_search import GrammarSearch

    return GrammarSearch.restored(files, lm, partners, settings)


def _packed(words: Sequence[str]) -> npt.NDArray[np.uint8]:
    return np.frombuffer("\n".join(words).encode("utf-8"), np.uint8)


def _unpacked(array: npt.NDArray[np.uint8]) -> list[str]:
    text = array.tobytes().decode("utf-8")
    return text.split("\n") if text else []
