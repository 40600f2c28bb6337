"""Does the candidate deny what its reference denies? Denials of texts, compared; the metric `negation`."""

from likewise.metrics.negation.comparison import NegationFlag, compare
from likewise.metrics.negation.denial import Denial
from likewise.metrics.negation.metric import NegationAgreement, polarity
from likewise.metrics.negation.text_denials import TextDenials, read

__all__ = ["Denial", "NegationFlag", "NegationAgreement", "TextDenials", "compare", "polarity", "read"]
