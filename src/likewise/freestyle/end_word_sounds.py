"""How end words sound, for evaluation only: a dictionary that the user names, or rules of spelling."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from likewise.freestyle.evaluation import Endings
from likewise.freestyle.rhyme.pronunciations import Pronunciations
from likewise.freestyle.rhyme.sounds.ending import Ending
from likewise.freestyle.rhyme.sounds.french_ending import french_endings
from likewise.freestyle.rhyme.sounds.letter_ending import letter_endings
from likewise.freestyle.verse import line_words, read_verses
from likewise.io import Advance, Source
from likewise.transduce import LanguageModel, lm

__all__ = ["end_sounds", "language_of"]


def end_sounds(lang: str, dictionary: Source | None = None) -> tuple[Endings, str]:
    """The ways to say the end of a word in a language, and the name of where they come from."""
    if dictionary is not None:
        named = Pronunciations.from_file(dictionary)
        return named.endings, named.name
    if lang == "en":
        guessed = Pronunciations()
        return _of_latin_words(guessed.endings), guessed.name
    if lang == "fr":
        return _of_latin_words(french_endings), "French endings by spelling"
    return letter_endings, "last letters"


def _of_latin_words(endings: Endings) -> Endings:
    """The same endings, but none of a word without a Latin letter: guesses at such words are all alike."""

    def known(word: str) -> Sequence[Ending]:
        return endings(word) if any(map(_is_latin, word)) else ()

    return known


def _is_latin(letter: str) -> bool:
    return unicodedata.name(letter, "").startswith("LATIN ")


def language_of(path: Source, *, progress: Advance | None = None) -> LanguageModel:
    """A 4-gram model of all lines of a file of verse."""
    lines = (line_words(line) for verse in read_verses(path, progress=progress) for line in verse.lines)
    return lm.train([words for words in lines if words], order=4)
