"""The public names of likewise.ask.extraction: what other rooms and users may use."""

from .extract import EXTRACTORS as EXTRACTORS, extract as extract
from .light_ix import DISTANCES as DISTANCES, distance as distance, light_ix as light_ix
from .matching_form import find_all as find_all, matching_form as matching_form
from .words import Sentence as Sentence, Word as Word, sentences_of as sentences_of, word_tools as word_tools
