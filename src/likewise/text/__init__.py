"""Text as words and n-grams: tokenisers, normalisation, stems, content words, vocabulary ids."""

from likewise.text.content import content_words
from likewise.text.languages import Language, find_language, languages
from likewise.text.stems import stem
from likewise.text.tokenizers import TOKENIZERS, tokenize
from likewise.text.vocabulary import Grams, Tokenization, Words, words_of

__all__ = [
    "TOKENIZERS",
    "Grams",
    "Language",
    "Tokenization",
    "Words",
    "content_words",
    "find_language",
    "languages",
    "stem",
    "tokenize",
    "words_of",
]
