"""The public names of likewise.negation: what other rooms and users may use."""

from . import conll as conll
from .cues import remainder as remainder, split_word as split_word
from .resolution import (
    NOBODY as NOBODY,
    Method as Method,
    Resolution as Resolution,
    ResolvedNegation as ResolvedNegation,
    marked as marked,
)
from .resolver import Resolver as Resolver, embedded as embedded, with_encoder as with_encoder
from .scores import HitCounts as HitCounts, NegationScores as NegationScores, score as score
from .sentence import (
    Negation as Negation,
    Part as Part,
    Sentence as Sentence,
    Token as Token,
    tokens_of as tokens_of,
)
