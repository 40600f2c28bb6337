"""The public names of likewise.deep.selection: what other rooms and users may use."""

from .chunks import mapped as mapped
from .estimation import (
    cross_validate as cross_validate,
    fit_weights as fit_weights,
    folds_of as folds_of,
    log_probabilities as log_probabilities,
    sigma_grid as sigma_grid,
)
from .model import ParseSelector as ParseSelector
from .store import Candidates as Candidates, FeatureStore as FeatureStore, extract as extract
from .targets import Targets as Targets, find_targets as find_targets, similarity as similarity
from .templates import (
    FEATURE_SETS as FEATURE_SETS,
    atoms_of as atoms_of,
    parse_templates as parse_templates,
)
