"""The public names of likewise.transduce.itg.segmentation: what other rooms and users may use."""

from .description_length import DescriptionLength as DescriptionLength
from .learner import (
    SegmentalResult as SegmentalResult,
    SegmentationRound as SegmentationRound,
    learn_segmental_grammar as learn_segmental_grammar,
)
