"""Questions in the language of the documents: answer type by question words, keywords by words or scripts.

For runs within one language and for training on same-language questions; the rules are
`data/ask/native_question_rules.tsv`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import cast

from likewise.ask.question import ANSWER_TYPES, AnswerType, Keyword, KeywordKind, Question
from likewise.data import path as data_path
from likewise.errors import InputError
from likewise.frames import FramedSentence, FrameParser, frame_parser, simplified_chinese
from likewise.text import code_of, looks_unsegmented

__all__ = ["NATIVE_LANGUAGES", "analyze_native_question"]

NATIVE_LANGUAGES = ("zh", "zh-Hans", "zh-Hant", "ja")

_CHINESE_TAGS = {"NOUN": "word", "PROPN": "name", "VERB": "word", "ADJ": "word", "NUM": "number", "X": "word"}
_INFLECTED = re.compile("(?![のはがをにでともへや])[ぁ-ん]")
"""What follows a single kanji that is the stem of a verb or an adjective."""
_CHINESE_TITLE = re.compile("[《「『“]([^》」』”]+)[》」』”]")
_JAPANESE_RUN = re.compile(
    r"(?P<quoted>(?<=[「『《])[^」』》]+(?=[」』》]))"
    r"|(?P<number>[0-9０-９][0-9０-９,.．，]*)"
    r"|(?P<name>[゠-ヿー・＝]{2,}"
    r"|[A-Za-zＡ-Ｚａ-ｚÀ-ɏ](?:[A-Za-zＡ-Ｚａ-ｚÀ-ɏ0-9 .'&-]*[A-Za-zＡ-Ｚａ-ｚÀ-ɏ0-9])?)"
    r"|(?P<word>[々〆㐀-鿿]+)"
)
"""Runs of one script: Japanese writes what says most in kanji, katakana or Latin letters."""


def analyze_native_question(text: str, lang: str, *, parser: FrameParser | None = None) -> Question:
    """The answer type and keywords of a question in Chinese (simplified or traditional) or Japanese."""
    code = "ja" if lang == "ja" else code_of(lang.split("-")[0])
    if code not in ("zh", "ja"):
        raise InputError(f"{lang}: expected one of {', '.join(NATIVE_LANGUAGES)}", field="lang")
    if not any(char.isalnum() for char in text):
        raise InputError("empty, expected a question", field="question")
    if not looks_unsegmented([text]) and not re.search("[\u3040-\u30ff\u3400-\u9fff]", text):
        raise InputError(f"expected a question in the characters of {lang}", field="question")
    plain = _simplified(text) if code == "zh" else text
    pattern, answer_type, subtype, span = _decided(plain, code)
    if code == "zh":
        keywords = _chinese_keywords(text, plain, span, parser)
    else:
        keywords = _japanese_keywords(text, span)
    if not keywords:
        raise InputError(f"{text.strip()!r} names nothing to look for", field="question")
    return Question(text, answer_type, subtype, keywords, rule=f"{code}:{pattern}")


def _simplified(text: str) -> str:
    plain = simplified_chinese(text)
    return plain if len(plain) == len(text) else text


def _decided(text: str, code: str) -> tuple[str, AnswerType, str, tuple[int, int]]:
    """The first pattern that stands in the text, its type, and where it stands."""
    for pattern, answer_type, subtype in _patterns(code):
        found = list(pattern.finditer(text))
        if found:
            return pattern.pattern, answer_type, subtype, found[-1].span()
    return "none", "thing", "", (0, 0)


@cache
def _patterns(code: str) -> tuple[tuple[re.Pattern[str], AnswerType, str], ...]:
    rows = (row for row in _table() if row[0] == code and row[1] != "stop")
    return tuple((re.compile(pattern), cast(AnswerType, kind), subtype) for _, kind, subtype, pattern in rows)


@cache
def _stops(code: str) -> frozenset[str]:
    """Words that say nothing."""
    return frozenset(word for row in _table() if row[:2] == (code, "stop") for word in row[3].split())


@cache
def _table() -> tuple[tuple[str, str, str, str], ...]:
    file = data_path("ask/native_question_rules.tsv")
    rows = list[tuple[str, str, str, str]]()
    for number, line in enumerate(Path(file).read_text(encoding="utf-8").splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if len(cells) != 4 or cells[1] not in (*ANSWER_TYPES, "stop"):
            raise InputError("expected language, answer type, subtype and pattern", file=file, line=number)
        rows.append((cells[0], cells[1], cells[2], cells[3]))
    return tuple(rows)


def _chinese_keywords(
    text: str, plain: str, asked: tuple[int, int], parser: FrameParser | None
) -> tuple[Keyword, ...]:
    sentence = (parser or frame_parser("zh")).parse([plain])[0]
    keywords = []
    for tag, start, end in _chinese_words(plain, sentence):
        inside = start < asked[1] and end > asked[0]
        if inside or tag not in _CHINESE_TAGS or plain[start:end] in _stops("zh"):
            continue
        kind = "number" if plain[start:end].isdigit() else _CHINESE_TAGS[tag]
        keywords.append(Keyword(text[start:end], cast(KeywordKind, kind), start, end, text[start:end], tag))
    return tuple(keywords)


def _chinese_words(text: str, sentence: FramedSentence) -> list[tuple[str, int, int]]:
    """Tags and places of words: titles in their marks are one, and so are names and words with a suffix."""
    words = [("PROPN", match.start(1), match.end(1)) for match in _CHINESE_TITLE.finditer(text)]
    titles = list(words)
    last_tag = ""
    for token, tag, (start, end) in zip(sentence.tokens, sentence.tags, sentence.offsets, strict=True):
        if any(start < stop and end > first for _, first, stop in titles):
            last_tag = ""
            continue
        can_end = tag == "PART" or (tag == "NOUN" and last_tag == "PROPN")
        is_suffix = can_end and last_tag in ("NOUN", "PROPN", "VERB") and token in _stops("suffix")
        if words and words[-1][2] == start and (is_suffix or tag == last_tag == "PROPN"):
            words[-1] = ("NOUN" if is_suffix and last_tag == "VERB" else last_tag, words[-1][1], end)
            continue
        words.append((tag, start, end))
        last_tag = tag
    return sorted(words, key=lambda word: word[1])


def _japanese_keywords(text: str, asked: tuple[int, int]) -> tuple[Keyword, ...]:
    keywords = []
    for match in _JAPANESE_RUN.finditer(text):
        start, end = match.span()
        if start < asked[1] and end > asked[0]:  # what is left of a run that the question word cuts
            start, end = (start, asked[0]) if start < asked[0] else (asked[1], end)
        if start >= end or text[start:end] in _stops("ja"):
            continue
        if end - start == 1 and _INFLECTED.match(text, end):
            continue
        kind = cast(KeywordKind, "name" if match.lastgroup == "quoted" else match.lastgroup)
        tag = {"number": "NUM", "name": "PROPN"}.get(kind, "NOUN")
        keywords.append(Keyword(text[start:end], kind, start, end, text[start:end], tag))
    return tuple(keywords)
