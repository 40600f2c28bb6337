"""Decoding: the best outputs of a phrase model under named, weighted features."""

from likewise.transduce.decode.decoder import Decoder, Output, PhraseUse, Search
from likewise.transduce.decode.weights import DEFAULTS, FEATURE_NAMES, named_weights, weight_vector

__all__ = [
    "DEFAULTS",
    "FEATURE_NAMES",
    "Decoder",
    "Output",
    "PhraseUse",
    "Search",
    "named_weights",
    "weight_vector",
]
