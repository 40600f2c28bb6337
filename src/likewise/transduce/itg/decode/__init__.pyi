"""The public names of likewise.transduce.itg.decode: what other rooms and users may use."""

from .challenge import ResponseSearch as ResponseSearch
from .constraints import Constraints as Constraints
from .decoder import GrammarDecoder as GrammarDecoder
from .features import (
    GRAMMAR_FEATURES as GRAMMAR_FEATURES,
    GRAMMAR_WEIGHTS as GRAMMAR_WEIGHTS,
    grammar_weights as grammar_weights,
)
from .outputs import GrammarOutput as GrammarOutput, RuleStep as RuleStep
