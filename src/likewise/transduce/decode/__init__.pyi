"""The public names of likewise.transduce.decode: what other rooms and users may use."""

from ._kernels import decode as decode
from .decoder import Decoder as Decoder, Output as Output, PhraseUse as PhraseUse, Search as Search
from .weights import (
    DEFAULTS as DEFAULTS,
    FEATURE_NAMES as FEATURE_NAMES,
    named_weights as named_weights,
    weight_vector as weight_vector,
)
