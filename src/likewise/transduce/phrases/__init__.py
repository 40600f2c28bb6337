"""Phrase model: consistent phrase pairs and their scores."""

from likewise.transduce.phrases.extraction import extract_phrases
from likewise.transduce.phrases.table import SCORES, PhraseOption, PhraseTable

__all__ = ["SCORES", "PhraseOption", "PhraseTable", "extract_phrases"]
