"""`likewise.load`: any saved model by its folder, whatever made it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from likewise.errors import InputError
from likewise.io import SavedModel, Source, read_model

__all__ = ["KINDS", "load"]

KINDS = {
    "context-vectors": "likewise.metrics.meant:ContextVectors",
    "freestyle": "likewise.freestyle:Freestyler",
    "grounded-follower": "likewise.navigate.grounded:Grounded",
    "navigation-entries": "likewise.navigate.lexicon:GILL",
    "navigation-lexicon": "likewise.navigate.lexicon:SGOLL",
    "negation-resolver": "likewise.negation:Resolver",
    "parse-selector": "likewise.deep.selection:ParseSelector",
    "paraphraser": "likewise.paraphrase:Paraphraser",
    "pinc-sigmoid-bleu": "likewise.evaluate:FittedPincSigmoidBLEU",
    "planned-follower": "likewise.navigate.planned_follower:Planned",
    "question-translator": "likewise.ask.translation:QuestionTranslator",
    "robot-reader": "likewise.robot:Commander",
    "score-differences": "likewise.evaluate:ScoreDifferences",
    "sentence-filter": "likewise.collect.sentence_filter:SentenceFilter",
    "translation-table": "likewise.metrics.meant:TranslationTable",
}
"""Kind of model: its class, a `SavedModel`. A room that learns something adds one line here."""


def load(path: Source) -> Any:
    """Load a saved model; its kind is in its `model.json`."""
    card = read_model(path)
    if card.kind not in KINDS:
        raise InputError(
            f"unknown kind of model '{card.kind}', expected one of {', '.join(KINDS)}", file=str(path)
        )
    module, _, name = KINDS[card.kind].partition(":")
    model: type[SavedModel] = getattr(import_module(module), name)
    return model.load(path)
