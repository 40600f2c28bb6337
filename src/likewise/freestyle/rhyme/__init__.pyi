"""The public names of likewise.freestyle.rhyme: what other rooms and users may use."""

from .best_detector import BestDetector as BestDetector
from .gold_schemes import with_gold as with_gold
from .paper_detector import PaperDetector as PaperDetector
from .pronunciations import Pronunciations as Pronunciations, read_pronunciations as read_pronunciations
from .scheme import (
    RhymeScheme as RhymeScheme,
    indecomposable_schemes as indecomposable_schemes,
    rhyming_pairs as rhyming_pairs,
)
from .scheme_finder import MODES as MODES, find_schemes as find_schemes
from .scheme_scores import (
    SchemeScores as SchemeScores,
    f_measure as f_measure,
    score_schemes as score_schemes,
)
