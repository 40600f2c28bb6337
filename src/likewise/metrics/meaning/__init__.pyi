"""The public names of likewise.metrics.meaning: what other rooms and users may use."""

from .change import (
    KINDS as KINDS,
    Change as Change,
    MeaningDiff as MeaningDiff,
    Side as Side,
)
from .change_marks import (
    KIND_FAMILIES as KIND_FAMILIES,
    MarkedPiece as MarkedPiece,
    family_of as family_of,
    kept_changes as kept_changes,
    marked_pieces as marked_pieces,
)
from .metric import Meaning as Meaning
from .text_diff import diff as diff, diff_many as diff_many
