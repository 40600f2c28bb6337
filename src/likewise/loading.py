"""`likewise.load`: any saved model by its folder, whatever made it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from likewise.errors import InputError
from likewise.io.lines import Source
from likewise.io.models import read_model

__all__ = ["KINDS", "load"]

KINDS = {
    "grounded-follower": "likewise.navigate.follower:Grounded.load",
    "navigation-entries": "likewise.navigate.lexicons:load_entries",
    "navigation-lexicon": "likewise.navigate.lexicon:SGOLL.load",
    "negation-resolver": "likewise.negation.saving:load_resolver",
    "parse-selector": "likewise.deep.selection:ParseSelector.load",
    "paraphraser": "likewise.paraphrase:Paraphraser.load",
    "pinc-sigmoid-bleu": "likewise.metrics.combined:PincSigmoidBLEU.load",
    "planned-follower": "likewise.navigate.planned:Planned.load",
    "sentence-filter": "likewise.collect.sentence_filter:SentenceFilter.load",
}
"""Kind of model: what loads it. A room that learns something adds its kind here."""


def load(path: Source) -> Any:
    """Load a saved model; its kind is in its `model.json`."""
    card = read_model(path)
    if card.kind not in KINDS:
        raise InputError(
            f"unknown kind of model '{card.kind}', expected one of {', '.join(KINDS)}", file=str(path)
        )
    module, _, attribute = KINDS[card.kind].partition(":")
    found: Any = import_module(module)
    for name in attribute.split("."):
        found = getattr(found, name)
    return found(path)
