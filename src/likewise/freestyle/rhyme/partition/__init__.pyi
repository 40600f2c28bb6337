"""The public names of likewise.freestyle.rhyme.partition: what other rooms and users may use."""

from .scheme_statistics import SchemeStatistics as SchemeStatistics
from .stanza_search import PartitionSettings as PartitionSettings
