"""Answers in English for one who asked in English: by dictionary, numbers and dates, or in Latin letters."""

from __future__ import annotations

import re

from likewise.ask.translation.english_number import english_of_number
from likewise.ask.translation.kana import romaji_of_kana
from likewise.ask.translation.word_gloss import gloss, reading, word_english

__all__ = ["render_english"]

_LATIN = re.compile(r"[\x20-\x7e\u00a0-\u024f\u2010-\u2027]+")
_QUOTES = "「」『』《》〈〉“”\"'‘’（）()"
_TONES = str.maketrans(
    "āáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜü", "aaaaeeeeiiiioooouuuuuuuuu"
)  # fmt: skip


def render_english(text: str, lang: str) -> str:
    """An answer as English may say it; "" where nothing of it is known.

    As a whole where a dictionary has it, or where it is a number or a date; else word by word, names in kana
    and unknown characters by their readings.
    """
    bare = text.strip().strip(_QUOTES).strip()
    if not bare:
        return ""
    if _LATIN.fullmatch(bare):
        return bare
    whole = english_of_number(bare) or word_english(bare, lang)
    if whole:
        return whole
    if lang != "ja" and re.search("[·・•]", bare):
        # A foreign name: its parts are names or sounds, but never words.
        return " ".join(_name_part(part, lang) for part in re.split("[·・•]", bare) if part)
    words = gloss(bare, lang)
    if not any(word.english for word in words):
        return _in_latin(bare, lang)
    parts = [word.english or ("" if lang == "ja" else _in_latin(word.text, lang)) for word in words]
    return " ".join(part for part in parts if part)


def _name_part(part: str, lang: str) -> str:
    english = word_english(part, lang)
    return english if english[:1].isupper() else _in_latin(part, lang)


def _in_latin(text: str, lang: str) -> str:
    """A name as it sounds, with a capital letter."""
    said = reading(text, lang)
    latin = romaji_of_kana(said) if lang == "ja" else said.translate(_TONES).replace(" ", "")
    return latin.capitalize() if re.search("[A-Za-z]", latin) and latin != text else ""
