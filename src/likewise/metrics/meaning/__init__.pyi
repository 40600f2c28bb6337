"""The public names of likewise.metrics.meaning: what other rooms and users may use."""

from .change import (
    KINDS as KINDS,
    Change as Change,
    MeaningDiff as MeaningDiff,
    Side as Side,
)
