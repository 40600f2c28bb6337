"""Texts word by word for one who reads English: each word with its place, its reading and what it means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from likewise.ask.translation.chinese_dictionary import cedict_index, has_cedict
from likewise.ask.translation.chinese_script import to_simplified
from likewise.ask.translation.embedded_dictionary import embedded_index
from likewise.ask.translation.english_number import ERA_NAMES, english_of_number
from likewise.ask.translation.gloss_index import GlossIndex, GlossMatch
from likewise.ask.translation.japanese_dictionary import edict_index, enamdict_index, has_edict, has_enamdict
from likewise.ask.translation.kana import hiragana, romaji_of_kana
from likewise.ask.translation.regional_variants import regional_pairs

__all__ = ["GlossedWord", "gloss", "reading", "reverse_indexes", "word_english"]

_LONGEST = 10
_ERA = "|".join(ERA_NAMES)
_NUMERAL = (
    r"[0-9０-９〇零一二三四五六七八九十百千万萬亿億兆][0-9０-９,，.．〇零一二三四五六七八九十百千万萬亿億兆]*"
)
_DATE = (
    rf"(?:{_ERA})?(?:{_NUMERAL}|元)年(?:{_NUMERAL}月(?:{_NUMERAL}[日号號])?)?|{_NUMERAL}月{_NUMERAL}[日号號]"
)
_LATIN = "[A-Za-z\u00c0-\u024f]+"
_RUN = re.compile(
    rf"(?P<number>(?:{_NUMERAL}世[纪紀])?{_NUMERAL}年代|{_NUMERAL}世[纪紀]|{_DATE}|第{_NUMERAL}|{_NUMERAL}[月日%]?)"
    rf"|(?P<latin>{_LATIN}(?:[ .'&-]+{_LATIN})*)|(?P<katakana>[ァ-ヺー]+(?:[・=＝][ァ-ヺー]+)*)"
    r"|(?P<word>[\u3005-\u3007\u3400-\u9fffぁ-ゖ]+)|(?P<sign>\S)"
)
_GRAMMAR = ("助詞", "助動詞")
_TONED = {"a": "āáǎà", "e": "ēéěè", "i": "īíǐì", "o": "ōóǒò", "u": "ūúǔù", "ü": "ǖǘǚǜ"}


@dataclass(frozen=True, slots=True)
class GlossedWord:
    """A word of a text: where it stands, how it is read, what it means; "" for what is not known."""

    text: str
    start: int
    end: int
    reading: str
    english: str


def gloss(text: str, lang: str) -> list[GlossedWord]:
    """The words of a Chinese or Japanese text in order; signs and blanks are left out.

    Japanese words are MeCab's where it is installed, with the meaning of their plain form; else, as in
    Chinese, the longest ones that a dictionary has.
    """
    words = list[GlossedWord]()
    for match in _RUN.finditer(text):
        part, start, end = match.group(0), match.start(), match.end()
        if match.lastgroup == "sign":
            continue
        if match.lastgroup == "latin":
            words.append(GlossedWord(part, start, end, "", part))
        elif match.lastgroup == "number" and english_of_number(part):
            words.append(GlossedWord(part, start, end, reading(part, lang), english_of_number(part)))
        elif match.lastgroup == "katakana":
            words.append(GlossedWord(part, start, end, hiragana(part), katakana_english(part)))
        else:
            words.extend(_words(part, start, lang))
    return words


def reading(text: str, lang: str) -> str:
    """How a text is read: pinyin with marks of tone for Chinese, hiragana for Japanese.

    With `pypinyin` or MeCab where they are installed, else by the dictionary, longest words first; signs for
    which nothing is known stay as they are.
    """
    if lang == "ja" and _mecab() is not None:
        return "".join(kana for _, _, kana, _ in _mecab_words(text))
    said = [_said(one, lang) for one in _cut(text, lang)]
    return "".join(said) if lang == "ja" else " ".join(word for word in said if word.strip())


def word_english(word: str, lang: str, kana: str = "") -> str:
    """The English of one word: its plainest gloss; "" where no dictionary has it.

    Of a Japanese word with several readings the one that is read as `kana` is meant.
    """
    match = _entry(word, lang, kana)
    return _short(match.gloss) if match else ""


def katakana_english(text: str) -> str:
    """A name in katakana, part by part: as a dictionary has it, else in Latin letters."""
    whole = word_english(text, "ja")
    parts = [whole] if whole else [
        word_english(part, "ja") or romaji_of_kana(re.sub("ー", "", part)).capitalize()
        for part in re.split("[・=＝]", text)
    ]  # fmt: skip
    return " ".join(parts)


@cache
def reverse_indexes(lang: str) -> tuple[GlossIndex, ...]:
    """The dictionaries that are installed, the embedded one first."""
    indexes = [embedded_index(lang[:2])]
    if lang == "ja":
        indexes += [edict_index()] if has_edict() else []
        indexes += [enamdict_index()] if has_enamdict() else []
    elif has_cedict():
        indexes.append(cedict_index())
    return tuple(indexes)


@lru_cache(maxsize=20_000)
def _entry(word: str, lang: str, kana: str = "") -> GlossMatch | None:
    forms = [word]
    if lang != "ja":
        for mainland, taiwan, english in regional_pairs():
            if word in (mainland, taiwan):
                return GlossMatch(word, "", "", "name", english.partition(";")[0], 1.0)
        forms.append(to_simplified(word))
    for index in reverse_indexes(lang):
        for form in dict.fromkeys(forms):
            matches = index.glosses_of(form)
            own = [one for one in matches if kana and hiragana(one.reading) == kana] or matches
            if own:
                # Of meanings that are as plain a name's, then the dictionary's first; family names come last.
                return max(own, key=lambda one: (round(one.weight, 1), one.gloss[:1].isupper()))
    return None


def _short(text: str) -> str:
    """A gloss without remarks: "Warsaw, capital of Poland" is Warsaw."""
    bare = re.sub(r"\s*[(\[][^()\[\]]*[)\]]", "", text).strip() or text.strip("()[] ")
    first = bare.split(";")[0].strip()
    return first.partition(",")[0] if first[:1].isupper() else first


def _words(part: str, start: int, lang: str) -> Iterator[GlossedWord]:
    at = start
    if lang == "ja" and _mecab() is not None:
        for surface, plain, kana, tag in _joined_words(_mecab_words(part)):
            grammar = tag in _GRAMMAR
            english = "" if grammar else word_english(surface, lang, kana) or word_english(plain, lang)
            yield GlossedWord(surface, at, at + len(surface), kana, english)
            at += len(surface)
        return
    for word in _cut(part, lang):
        yield GlossedWord(word, at, at + len(word), _said(word, lang), word_english(word, lang))
        at += len(word)


def _joined_words(words: list[tuple[str, str, str, str]]) -> Iterator[tuple[str, str, str, str]]:
    """Neighbouring words as one where a dictionary has them together, as 議定 and 書."""
    at = 0
    while at < len(words):
        size = 1
        if words[at][3] not in _GRAMMAR:
            joined = {
                n: "".join(word[0] for word in words[at : at + n]) for n in (4, 3, 2) if at + n <= len(words)
            }
            known = _known(joined.values(), "ja")
            size = next((n for n, text in joined.items() if text in known and _has_han(text)), 1)
        group = words[at : at + size]
        text, kana = ("".join(word[n] for word in group) for n in (0, 2))
        yield (text, text if size > 1 else group[0][1], kana, group[0][3])
        at += size


def _cut(text: str, lang: str) -> Iterator[str]:
    """The longest words that a dictionary has, from the left; what is between them character by character."""
    at = 0
    while at < len(text):
        pieces = [text[at : at + size] for size in range(min(_LONGEST, len(text) - at), 0, -1)]
        known = _known(pieces, lang) if _has_han(pieces[-1]) or lang == "ja" else set[str]()
        word = next((piece for piece in pieces if piece in known), "")
        if not word:
            run = re.match(r"[0-9A-Za-z]+", text[at:])
            word = run.group(0) if run else pieces[-1]
        yield word
        at += len(word)


def _known(pieces: Iterable[str], lang: str) -> set[str]:
    wanted = list(pieces)
    if lang != "ja":
        # Words of the table of regional variants, of which some are in no dictionary.
        regional = {word for pair in regional_pairs() for word in pair[:2]}
        return regional.intersection(wanted).union(
            *(index.known_of(wanted) for index in reverse_indexes(lang))
        )
    return set[str]().union(*(index.known_of(wanted) for index in reverse_indexes(lang)))


def _said(word: str, lang: str) -> str:
    matches = [one for index in reverse_indexes(lang) for one in index.glosses_of(word) if one.reading]
    if lang == "ja":
        return matches[0].reading if matches and _has_han(word) else hiragana(word)
    pinyin = import_module("pypinyin") if find_spec("pypinyin") is not None else None
    if matches and (len(word) > 1 or pinyin is None):
        said = max(matches, key=lambda one: one.weight).reading
        return " ".join(_with_mark(syllable) for syllable in said.split())
    return " ".join(pinyin.lazy_pinyin(word, style=pinyin.Style.TONE)).strip() if pinyin else word


def _with_mark(syllable: str) -> str:
    """CC-CEDICT's `lu:4` as lǜ: the mark stands on a or e, on the o of ou, else on the last vowel."""
    if not re.fullmatch(r"[A-Za-z:ü]+[1-5]", syllable):
        return syllable
    plain, tone = syllable[:-1].replace("u:", "ü").replace("v", "ü").lower(), int(syllable[-1])
    if tone == 5:
        return plain
    vowels = [n for n, c in enumerate(plain) if c in _TONED]
    if not vowels:
        return plain
    at = next((n for n in vowels if plain[n] in "ae"), plain.find("ou") if "ou" in plain else vowels[-1])
    return plain[:at] + _TONED[plain[at]][tone - 1] + plain[at + 1 :]


def _has_han(text: str) -> bool:
    return any("\u3400" <= c <= "\u9fff" or c == "々" for c in text)


def _mecab_words(text: str) -> list[tuple[str, str, str, str]]:
    """(surface, plain form, reading in hiragana, part of speech) of each word."""
    words = []
    for line in str(_mecab().parse(text)).splitlines():
        surface, tab, features = line.partition("\t")
        if not tab:
            continue
        fields = features.split(",")
        plain = fields[6] if len(fields) > 6 and fields[6] != "*" else surface
        kana = hiragana(fields[7]) if len(fields) > 7 and fields[7] != "*" else hiragana(surface)
        words.append((surface, plain, kana, fields[0]))
    return words


@cache
def _mecab() -> Any:
    """MeCab with the IPA dictionary; None where one of them is not installed."""
    if find_spec("MeCab") is None or find_spec("ipadic") is None:
        return None
    return import_module("MeCab").Tagger(import_module("ipadic").MECAB_ARGS)
