"""The public names of likewise.metrics.word_errors: what other rooms and users may use."""

from .block_moves import CDER as CDER
from .error_rate import WordErrorRate as WordErrorRate
from .inversions import InvWER as InvWER
from .levenshtein import WER as WER
from .position_free import PER as PER
