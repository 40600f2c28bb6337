"""Parse selection: a conditional log-linear model that says how likely each analysis of a sentence is."""

from likewise.deep.selection.estimation import (
    cross_validate,
    fit_weights,
    folds_of,
    log_probabilities,
    sigma_grid,
)
from likewise.deep.selection.model import ParseSelector
from likewise.deep.selection.store import Candidates, FeatureStore, extract
from likewise.deep.selection.targets import Targets, find_targets, similarity
from likewise.deep.selection.templates import FEATURE_SETS, parse_templates

__all__ = [
    "FEATURE_SETS",
    "Candidates",
    "ParseSelector",
    "FeatureStore",
    "Targets",
    "cross_validate",
    "extract",
    "find_targets",
    "fit_weights",
    "folds_of",
    "log_probabilities",
    "parse_templates",
    "sigma_grid",
    "similarity",
]
