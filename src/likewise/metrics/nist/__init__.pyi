"""The public names of likewise.metrics.nist: what other rooms and users may use."""

from .information import NgramInformation as NgramInformation
from .metric import NIST as NIST
