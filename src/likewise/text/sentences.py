"""Sentences of running text, as places in it.

A sentence ends at a new line, at a Chinese or Japanese mark, and at `.`, `!`, `?` before a blank, with the
quotation marks and brackets that close behind it. A full stop is also the end of an abbreviation, an initial
or an ordinal; which of the two it is, the words beside it tell (the heuristics of Kiss and Strunk 2006, with
lists of words by hand in `abbreviations.tsv` instead of counts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources

from likewise.text.languages import code_of

__all__ = ["split_sentences"]

_CLOSERS = "\"'”’»›)\\]}」』）】〉》〕］｝｠"
_OPENERS = "\"'“‘„«‹([{「『（【〈《〔［｛¿¡"
_STOP = re.compile(
    # A wide mark ends a sentence where it stands, a narrow one before a blank, or between Chinese characters.
    rf"(?P<wide>(?:[。！？｡]+|(?<=[\u3040-\u9fff])[!?]+(?=[\u3040-\u9fff]))[.!?…]*[{_CLOSERS}]*)"
    rf"|(?P<dots>(?:\.(?: ?\.)+|…+)[!?]*[{_CLOSERS}]*)(?=\s|\Z)"
    rf"|(?P<loud>[.!?؟।॥]*[!?؟।॥](?: ?[.!?؟।॥])*[{_CLOSERS}]*)(?=\s|\Z)"
    rf"|(?P<full>\.[{_CLOSERS}]*)(?=\s|\Z)"
    r"|(?P<line>[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+)"
)
_LATE = re.compile(r" (?:''|”|\)|\"(?=\s|\Z))+")
"""In text whose words are told apart by blanks, what closes stands behind one too."""
_FACE = re.compile(r"\s?[:;=]['-]?[()DPp|\]\[](?=\s|\Z)")
"""A face behind a stop belongs to what it smiles about."""
_WORD = re.compile(rf"[^\s{_OPENERS}]+\Z")
_NEXT = re.compile(rf"\s*[{_OPENERS}*_-]*\s*(?P<word>[^\s{_CLOSERS},;:.!?]*)")
_INITIAL = re.compile(r"(?:[^\W\d_]\.)*[^\W\d_]\Z")
_NUMBERED = re.compile(r"[*#(]*(?:\d{1,3}|[A-Za-z])\Z")
_ROMAN = re.compile(r"[IVXLC]+\Z")
# Behind a closed quotation Japanese goes on with a particle, Chinese with a comma.
_GOES_ON = re.compile(r"[とっのをはがもにで、，,；;：:]")
_PAIRS = {"「": "」", "『": "』", "（": "）"}


@dataclass(frozen=True, slots=True)
class _Words:
    """What is known of the words of a language that stand beside a full stop."""

    before: frozenset[str]
    either: frozenset[str]
    number: frozenset[str]
    start: frozenset[str]


@cache
def _words(lang: str) -> _Words:
    kinds: dict[str, set[str]] = {"before": set(), "either": set(), "number": set(), "start": set()}
    text = resources.files("likewise.text").joinpath("abbreviations.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            code, kind, words = line.split("\t")
            if code in ("*", lang):
                kinds[kind].update(words.split())
    return _Words(**{kind: frozenset(words) for kind, words in kinds.items()})


def split_sentences(text: str, lang: str = "en") -> list[tuple[int, int]]:
    """Where the sentences of a text begin and end, in characters, end exclusive, without blanks around them.

    Together they hold every character that is no blank. `lang` is a code or a name; of English, German,
    French and Spanish the abbreviations are known, of other languages those that many share.
    """
    code = code_of(lang).partition("-")[0]
    spans: list[tuple[int, int]] = []
    start = 0
    for end in _ends(text, code):
        if trimmed := _trimmed(text, start, end):
            spans.append(trimmed)
        start = end
    return spans


def _ends(text: str, lang: str) -> Iterator[int]:
    """Where sentences end, the last at the end of the text."""
    held = _quoted(text) if lang == "ja" else frozenset[int]()
    start = 0
    for stop in _STOP.finditer(text):
        end = stop.end()
        kind = stop.lastgroup
        if kind == "line" or (end - 1 not in held and _ends_here(text, start, stop, lang)):
            start = end if kind == "line" else _rest(text, start, end)
            yield start
    yield len(text)


def _rest(text: str, start: int, end: int) -> int:
    """The end of a sentence with what belongs to it behind its stop: a late quotation mark, a face."""
    late = _LATE.match(text, end)
    if late and (late[0] != ' "' or text.count('"', start, end) % 2):
        end = late.end()
    face = _FACE.match(text, end)
    return face.end() if face else end


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    inner = text[start:end]
    left = len(inner) - len(inner.lstrip())
    return (start + left, start + len(inner.rstrip())) if inner.strip() else None


def _quoted(text: str) -> frozenset[int]:
    """Places inside quotations and brackets that are closed: Japanese says of the whole who said it."""
    held: set[int] = set()
    opened: list[tuple[str, int]] = []
    for place, char in enumerate(text):
        if char in _PAIRS:
            opened.append((_PAIRS[char], place))
        elif opened and char == opened[-1][0]:
            _, first = opened.pop()
            if not opened:
                held.update(range(first, place))
    return frozenset(held)


def _ends_here(text: str, start: int, stop: re.Match[str], lang: str) -> bool:
    end = stop.end()
    if stop["wide"]:
        closed = stop["wide"][-1] not in "。！？｡.!?…"
        return not (closed and _GOES_ON.match(text, end))
    following = _NEXT.match(text, end)
    word = following["word"] if following else ""
    if stop["dots"] or (stop["loud"] and stop["loud"][-1] not in ".!?؟।॥"):
        # "Well ... yes", and "Why?" she said.
        return not word[:1].islower()
    if stop["loud"]:
        return True
    before = _WORD.search(text, start, stop.start())
    return _full_stop_ends(text[start : stop.start()], before[0] if before else "", word, _words(lang), lang)


def _full_stop_ends(sentence: str, before: str, after: str, words: _Words, lang: str) -> bool:
    """Whether a full stop between two words ends a sentence."""
    if not after:
        return True
    small = before.lower()
    first = after.lower().replace("’", "'").split("'")[0]
    # Among capitals, a capital tells nothing.
    starts = first in words.start and not after[0].islower() and not sentence.isupper()
    if small in words.before:
        return False
    if small in words.number and (after[0].isdigit() or _ROMAN.match(after)):
        return False
    if _NUMBERED.match(sentence.rpartition(": ")[2].strip()):
        # "1. Open the door.": the number of an item stands before it.
        return False
    if small in words.either or (
        _INITIAL.match(before) and (before != "I" or after in "BCDEFGHJKLMNOPQRSTUVWXYZ")
    ):
        return starts
    if lang == "de" and before.isdigit() and len(before) < 3:
        return starts
    return True
