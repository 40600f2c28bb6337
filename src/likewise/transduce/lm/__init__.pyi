"""The public names of likewise.transduce.lm: what other rooms and users may use."""

from ._kernels import word_score as word_score
from .arpa import dump_arpa as dump_arpa, load_arpa as load_arpa
from .estimation import train as train
from .model import (
    LanguageModel as LanguageModel,
    LMTables as LMTables,
    Surprise as Surprise,
    dumps as dumps,
    loads as loads,
)
from .perplexity import Perplexity as Perplexity, measure as measure, measure_file as measure_file
