"""Lexicons on disk, whichever learner made them: SGOLL's counts, so that it can go on; GILL's entries."""

from __future__ import annotations

from likewise.errors import InputError
from likewise.io.lines import Source
from likewise.io.models import read_model
from likewise.navigate.lexicon import GILL, SGOLL, Lexicon

__all__ = ["LEARNERS", "load_lexicon"]

LEARNERS: dict[str, type[SGOLL] | type[GILL]] = {"sgoll": SGOLL, "gill": GILL}
"""The learners of lexicons, by the name of the method."""


def load_lexicon(folder: Source) -> Lexicon:
    """A saved lexicon of either learner."""
    kind = read_model(folder).kind
    for learner in LEARNERS.values():
        if learner.kind == kind:
            return learner.load(folder).lexicon()
    raise InputError(f"holds a model of kind '{kind}', which is no lexicon", file=str(folder))
