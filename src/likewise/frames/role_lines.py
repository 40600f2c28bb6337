"""Bracketed role lines: `[ARG0 The dog] [TARGET bit] [ARG1 the man] .`, as role labellers print them.

A line is one frame of a sentence; the words are told apart by blanks, and those outside of all brackets have
no role. The predicate is called TARGET (also V, PRED or REL), and a colon behind a label is left out
(`[V: bit]`). A sentence with several frames has a line for each: lines that follow each other with the same
words and other predicates are one sentence, or, where lines begin with a number and a colon (`3: [ARG0 ..`),
those with the same number. A blank line ends a sentence. A line without brackets is a sentence without
frames. Brackets of the text itself are written -LSB- and -RSB-.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.frames.framed_sentence import FramedSentence
from likewise.frames.joined_sentences import spaced_offsets
from likewise.records import Frame, Role

__all__ = ["dumps_role_lines", "role_line_sentences"]

TARGETS = ("TARGET", "V", "PRED", "REL")
_NUMBER = re.compile(r"(\d+)\s*(?::\s|:?\t)\s*")
_PARTS = re.compile(r"[\[\]]|[^\s\[\]]+")
_BRACKETS = {"-LSB-": "[", "-RSB-": "]"}


@dataclass(frozen=True, slots=True)
class _RoleLine:
    number: str | None
    words: tuple[str, ...]
    frame: Frame | None

    def goes_on(self, others: list[_RoleLine]) -> bool:
        """Whether this is one more frame of the sentence of those before."""
        if not others or self.words != others[0].words or self.number != others[0].number:
            return False
        taken = [one.frame.predicate for one in others if one.frame]
        return bool(self.frame and taken and self.frame.predicate not in taken)


def role_line_sentences(
    lines: Iterable[tuple[int, str]], name: str | None, lang: str = "en"
) -> Iterator[FramedSentence]:
    """Every sentence of numbered lines; tags and relations are `_`, and there are no heads."""
    held: list[_RoleLine] = []
    for place, line in lines:
        read = _read(line, name, place) if line.strip() else None
        if held and read and read.number is not None and read.number == held[0].number:
            if read.words != held[0].words:
                raise InputError(
                    f"other words than the line before, which has the number {read.number} too",
                    file=name,
                    line=place,
                    field="words",
                )
            if read.frame and read.frame.predicate in [one.frame.predicate for one in held if one.frame]:
                raise InputError(
                    "the same predicate as in a line before", file=name, line=place, field="TARGET"
                )
        if held and not (read and read.goes_on(held)):
            yield _sentence(held, lang)
            held = []
        held += [read] if read else []
    if held:
        yield _sentence(held, lang)


def dumps_role_lines(sentences: Iterable[FramedSentence]) -> str:
    """Sentences as role lines, with a blank line behind each; senses, tags and trees are left out."""
    parts = []
    for sentence in sentences:
        lines = [_line(sentence, frame) for frame in sentence.frames]
        parts.append("\n".join(lines or [_line(sentence, None)]) + "\n\n")
    return "".join(parts)


def _read(line: str, name: str | None, place: int) -> _RoleLine:
    def refuse(wrong: str, field: str | None = None) -> InputError:
        return InputError(wrong, file=name, line=place, field=field)

    numbered = _NUMBER.match(line)
    words, spans = list[str](), list[tuple[str, int, int]]()
    label, start, labelled = None, 0, False
    for part in _PARTS.findall(line, numbered.end() if numbered else 0):
        if part == "[":
            if labelled:
                raise refuse("a bracket inside a bracket, expected [LABEL words]")
            label, start, labelled = None, len(words), True
        elif part == "]":
            if not labelled or label is None:
                raise refuse("a closing bracket without [LABEL before it")
            if len(words) == start:
                raise refuse("has no words, expected [LABEL words]", label)
            spans.append((label, start, len(words)))
            labelled = False
        elif labelled and label is None:
            label = part.removesuffix(":")
        else:
            words.append(_BRACKETS.get(part, part))
    if labelled:
        raise refuse("a bracket is not closed, expected [LABEL words]", label)
    targets = [(start, end) for label, start, end in spans if label in TARGETS]
    if spans and len(targets) != 1:
        raise refuse(f"expected one predicate, found {len(targets)}", "TARGET")
    roles = tuple(Role(label, (start, end)) for label, start, end in spans if label not in TARGETS)
    frame = Frame(targets[0], roles) if targets else None
    return _RoleLine(numbered[1] if numbered else None, tuple(words), frame)


def _sentence(lines: list[_RoleLine], lang: str) -> FramedSentence:
    words = lines[0].words
    nothing = ("_",) * len(words)
    frames = tuple(one.frame for one in lines if one.frame)
    return FramedSentence(words, spaced_offsets(words), nothing, (-1,) * len(words), nothing, frames, lang)


def _line(sentence: FramedSentence, frame: Frame | None) -> str:
    words = [{"[": "-LSB-", "]": "-RSB-"}.get(token, token) for token in sentence.tokens]
    for word in words:
        if not word or re.search(r"[\s\[\]]", word):
            raise InputError(f"{word!r}: words with blanks or brackets have no role lines", field="words")
    if frame is None:
        return " ".join(words)
    spans = [("TARGET", *frame.predicate), *((role.label, *role.span) for role in frame.roles)]
    end_before = 0
    for label, start, end in sorted(spans, key=lambda span: span[1:]):
        if start < end_before:
            raise InputError(f"{label} overlaps with another role, which role lines cannot say", field=label)
        end_before = end
        words[start] = f"[{label} {words[start]}"
        words[end - 1] += "]"
    return " ".join(words)
