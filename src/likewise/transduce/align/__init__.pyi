"""The public names of likewise.transduce.align: what other rooms and users may use."""

from .agreement import expect_both as expect_both
from .aligner import Aligner as Aligner, ExpectedCounts as ExpectedCounts, expect as expect
from .alignment import Alignment as Alignment
from .estimation import MODELS as MODELS, fit as fit, fit_both as fit_both
from .lexicon import Lexicon as Lexicon
from .links import Links as Links
from .symmetrisation import HEURISTICS as HEURISTICS, symmetrise as symmetrise
