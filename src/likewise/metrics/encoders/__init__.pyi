"""The public names of likewise.metrics.encoders: what other rooms and users may use."""

from .cosine import Cosine as Cosine
from .greedy import Greedy as Greedy
from .greedy_matching import GreedyMatch as GreedyMatch, greedy_match as greedy_match
