"""The learners of lexicons by name, and a saved lexicon of either: SGOLL's counts, GILL's entries."""

from __future__ import annotations

from likewise.errors import InputError
from likewise.io import Source, read_model
from likewise.navigate.lexicon.entries import PlanLexicon
from likewise.navigate.lexicon.gill import GILL
from likewise.navigate.lexicon.sgoll import SGOLL

__all__ = ["LEARNERS", "load_lexicon"]

LEARNERS: dict[str, type[SGOLL] | type[GILL]] = {"sgoll": SGOLL, "gill": GILL}
"""The learners of lexicons, by the name of the method."""


def load_lexicon(folder: Source) -> PlanLexicon:
    """A saved lexicon of either learner."""
    kind = read_model(folder).kind
    for learner in LEARNERS.values():
        if learner.kind == kind:
            return learner.load(folder).lexicon()
    raise InputError(f"holds a model of kind '{kind}', which is no lexicon", file=str(folder))
