"""The public names of likewise.metrics.ter: what other rooms and users may use."""

from .metric import TER as TER
