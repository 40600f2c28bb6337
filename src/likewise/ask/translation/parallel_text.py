"""Parallel text that translations are learnt from: pairs of an English sentence and what it is elsewhere.

Read are tables (`english<TAB>target`, or columns named after the languages), JSON lines with the languages'
codes as fields, and packed ones. What was cut into words by blanks is put together again and cut as all else.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from likewise.errors import InputError
from likewise.frames import frame_parser
from likewise.io import Source, name_of, read_lines, read_rows
from likewise.text import tokenize

__all__ = ["cut_words", "english_words", "read_parallel_text"]

_ROWS = (".jsonl", ".ndjson")
_ENGLISH = ("en", "english", "source")
_BLANK_BETWEEN = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef]) +| +(?=[\u3000-\u9fff\uff00-\uffef])")
_BATCH = 2000


def read_parallel_text(file: Source, lang: str) -> Iterator[tuple[str, str]]:
    """Pairs of English and its translation out of a file; `lang` is zh or ja."""
    if Path(name_of(file).removesuffix(".gz")).suffix.lower() in _ROWS:
        for row in read_rows(file):
            yield _pair(row.text("en") or "", row.text(lang) or "")
        return
    english, target = 0, 1
    for line, text in read_lines(file):
        cells = text.split("\t")
        if line == 1:
            names = [cell.strip().lower() for cell in cells]
            columns = [names.index(one) for one in _ENGLISH if one in names]
            theirs = [names.index(one) for one in (lang, "target") if one in names]
            if columns and theirs and columns[0] != theirs[0]:
                english, target = columns[0], theirs[0]
                continue
        if len(cells) <= max(english, target):
            wrong = f"expected English and {lang} with a tab between them"
            raise InputError(wrong, file=name_of(file), line=line)
        yield _pair(cells[english], cells[target])


def _pair(english: str, target: str) -> tuple[str, str]:
    return english.strip(), _BLANK_BETWEEN.sub("", target.strip())


def english_words(text: str) -> list[str]:
    """Words in small letters, signs apart from them."""
    whole = re.sub(r" (?=')", "", text).lower()
    return re.sub(r"([^\w\s'-])", r" \1 ", re.sub(r"'(?=s\b)", " '", whole)).split()


def cut_words(texts: Iterable[str], lang: str) -> Iterator[list[str]]:
    """Words and signs of texts in Chinese (simplified) or Japanese: all of them, none left out."""
    batch: list[str] = []
    for text in texts:
        batch.append(text)
        if len(batch) == _BATCH:
            yield from _cut(batch, lang)
            batch = []
    yield from _cut(batch, lang)


def _cut(texts: Sequence[str], lang: str) -> list[list[str]]:
    if not texts:
        return []
    if lang != "ja":
        from likewise.ask.translation.chinese_script import to_simplified

        parser = frame_parser("zh")
        return [list(words) for words in parser.words([to_simplified(text) for text in texts])]
    if find_spec("MeCab") and find_spec("ipadic"):
        arguments = import_module("ipadic").MECAB_ARGS + " -Owakati"
        tagger = import_module("MeCab").Tagger(arguments)
        return [tagger.parse(text).split() for text in texts]
    return [tokenize(text, "char") for text in texts]
