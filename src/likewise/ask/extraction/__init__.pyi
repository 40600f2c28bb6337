"""The public names of likewise.ask.extraction: what other rooms and users may use."""

from .answer_span import AnswerSpan as AnswerSpan
from .extractors import EXTRACTORS as EXTRACTORS, default_extractors as default_extractors, extract as extract
from .keyword_spans import (
    KeywordForms as KeywordForms,
    forms_of as forms_of,
    keyword_places as keyword_places,
)
from .light_ix_scores import DISTANCES as DISTANCES, distance as distance, light_ix as light_ix
from .matching_text import find_all as find_all, matching_form as matching_form
from .pattern_table import (
    AnswerPattern as AnswerPattern,
    answer_patterns as answer_patterns,
    read_patterns as read_patterns,
)
from .quantity_spans import QuantityPlace as QuantityPlace, quantities as quantities
from .ranker import AnswerRanker as AnswerRanker, answer_ranker as answer_ranker
from .read_sentences import SentenceVectors as SentenceVectors
from .spans import spans_of as spans_of
from .tagged_words import TaggedSentence as TaggedSentence, TaggedWord as TaggedWord
from .words import sentences_of as sentences_of, word_tools as word_tools
