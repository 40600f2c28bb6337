"""Language models: modified Kneser-Ney n-grams, trained, stored, queried."""

from likewise.transduce.lm.arpa import dump_arpa, load_arpa
from likewise.transduce.lm.estimation import train
from likewise.transduce.lm.model import LanguageModel, LMTables, Surprise, dumps, loads
from likewise.transduce.lm.perplexity import Perplexity, measure, measure_file

__all__ = [
    "LMTables",
    "LanguageModel",
    "Perplexity",
    "Surprise",
    "dump_arpa",
    "dumps",
    "load_arpa",
    "loads",
    "measure",
    "measure_file",
    "train",
]
