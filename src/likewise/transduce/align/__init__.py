"""Word alignment: IBM models 1 and 2, the HMM, symmetrisation, and the lexicons they learn."""

from likewise.transduce.align.agreement import expect_both
from likewise.transduce.align.aligner import Aligner, ExpectedCounts, expect
from likewise.transduce.align.alignment import Alignment
from likewise.transduce.align.estimation import MODELS, fit, fit_both
from likewise.transduce.align.lexicon import Lexicon
from likewise.transduce.align.links import Links
from likewise.transduce.align.symmetrisation import HEURISTICS, symmetrise

__all__ = [
    "Aligner",
    "Alignment",
    "ExpectedCounts",
    "HEURISTICS",
    "Lexicon",
    "Links",
    "MODELS",
    "expect",
    "expect_both",
    "fit",
    "fit_both",
    "symmetrise",
]
