"""The public names of likewise.metrics.negation: what other rooms and users may use."""

from .comparison import NegationFlag as NegationFlag, compare as compare
from .denial import Denial as Denial
from .metric import NegationAgreement as NegationAgreement, polarity as polarity
from .text_denials import TextDenials as TextDenials, read as read
