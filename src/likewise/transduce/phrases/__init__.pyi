"""The public names of likewise.transduce.phrases: what other rooms and users may use."""

from ._kernels import extend_hash as extend_hash, find_slot as find_slot, longer as longer
from .extraction import extract_phrases as extract_phrases
from .table import SCORES as SCORES, PhraseOption as PhraseOption, PhraseTable as PhraseTable
