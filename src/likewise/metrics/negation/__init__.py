"""Does the candidate deny what its reference denies? Reading, comparing, and the metric `negation`."""

from likewise.metrics.negation.comparing import Flag, compare
from likewise.metrics.negation.metric import NegationAgreement, polarity
from likewise.metrics.negation.reading import Denial, Reading, read

__all__ = ["Denial", "Flag", "NegationAgreement", "Reading", "compare", "polarity", "read"]
