"""The public names of likewise.transduce.itg: what other rooms and users may use."""

from .biparse import (
    BiparseTree as BiparseTree,
    MatrixBiparse as MatrixBiparse,
    biparse_matrix as biparse_matrix,
    matrix_log as matrix_log,
)
from .biparse_drawing import draw_biparse as draw_biparse
from .biparser import Biparser as Biparser, WordPosteriors as WordPosteriors
from .grammar import LexicalRule as LexicalRule, TransductionGrammar as TransductionGrammar
from .interpolation import interpolate as interpolate
from .inversion_cost import least_inversion_cost as least_inversion_cost
from .rule_file import dumps as dumps, loads as loads
from .segmentation import (
    SegmentalResult as SegmentalResult,
    SegmentationRound as SegmentationRound,
    learn_segmental_grammar as learn_segmental_grammar,
)
from .tokens import LearntGrammar as LearntGrammar, learn_token_grammar as learn_token_grammar
