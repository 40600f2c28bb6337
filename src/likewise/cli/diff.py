"""likewise diff: what changed in meaning from one text to another, by kind."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from likewise.cli.command import InputError, about, counted, note, out, print_table, print_tables
from likewise.cli.manners import current
from likewise.cli.marked_pair import print_pair
from likewise.io import name_of, read_lines
from likewise.metrics.meaning import KINDS, kept_changes
from likewise.text import code_of, find_language, unknown_language

if TYPE_CHECKING:
    from likewise.metrics.meaning import MeaningDiff

__all__ = ["diff"]

_AT_ONCE = 64
"""Pairs between two steps of the progress bar."""

Pairs = list[tuple[str, str]]


def diff(
    a: Annotated[str, typer.Argument(metavar="A", help="A text, or a file of texts, one a line.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The other text, or a file with as many lines.")],
    lang: Annotated[
        str, typer.Option("--lang", help="The language of A, and of B unless it has its own.")
    ] = "en",
    lang_b: Annotated[
        str | None, typer.Option("--lang-b", help="The language of B (default: that of A).")
    ] = None,
    kinds: Annotated[
        str | None, typer.Option("--kinds", help="Show changes of these kinds only, with commas.")
    ] = None,
    threshold: Annotated[
        float, typer.Option("--threshold", min=0, max=1, help="Show changes that are at least this sure.")
    ] = 0.0,
    worst: Annotated[int, typer.Option("--worst", min=0, help="Pairs of files that are shown in full.")] = 10,
    json_out: Annotated[bool, typer.Option("--json", help="Print one JSON object for each pair.")] = False,
) -> None:
    """Say what B changes in the meaning of A: who did what to whom, negation, numbers, names, conditions.

    Example: likewise diff 'The nurse thanked the surgeon.' 'The surgeon thanked the nurse.'
    """
    chosen = _kinds(kinds)
    spoken = _language(lang, "--lang")
    other = spoken if lang_b is None else _language(lang_b, "--lang-b")
    files = _are_files(a, b)
    pairs = _lines(a, b) if files else [(a, b)]
    found: list[MeaningDiff] = []
    for one in _compared(pairs, spoken, other, a if files else None):
        kept = kept_changes(one, chosen, threshold)
        if json_out:
            print(json.dumps(kept.as_dict(), ensure_ascii=False))
        else:
            found.append(one)
    if json_out:
        return
    shown = [kept_changes(one, chosen, threshold).as_dict() for one in found]
    if not files and current().show != "table":
        print_tables(kept_changes(found[0], chosen, threshold))
    elif files:
        _show_files(pairs, found, shown, worst)
    else:
        _show_pair(*pairs[0], found[0], shown[0])


def _kinds(named: str | None) -> tuple[str, ...]:
    chosen = tuple(part.strip() for part in named.split(",")) if named is not None else ()
    for kind in chosen:
        if kind not in KINDS:
            raise InputError(f"--kinds {kind}: expected one of {', '.join(KINDS)}")
    return chosen


def _language(name: str, option: str) -> str:
    if find_language(name) is None:
        raise InputError(f"{option}: {unknown_language(name).message}")
    return code_of(name)


def _are_files(a: str, b: str) -> bool:
    """Whether both are files, which is said; one alone is refused, since its name would be read as a text."""
    read = [text == "-" or os.path.isfile(text) for text in (a, b)]
    if all(read):
        if a == b == "-":
            raise InputError("only one of the files can be standard input (-)")
        note(f"comparing two files line by line: {name_of(a)} and {name_of(b)}")
    elif any(read):
        file, text = (a, b) if read[0] else (b, a)
        raise InputError(
            f"{name_of(file)} is a file, and there is no file {_short(text)}: expected two of a kind"
        )
    return all(read)


def _short(text: str) -> str:
    return f"'{text}'" if len(text) <= 60 else f"'{text[:57]}...'"


def _lines(a: str, b: str) -> Pairs:
    texts = [[line for _, line in read_lines(path)] for path in (a, b)]
    lengths = [len(lines) for lines in texts]
    if lengths[0] != lengths[1]:
        said = f"has {lengths[0]} lines, and {name_of(b)} has {lengths[1]}: expected as many"
        raise InputError(said, file=name_of(a))
    if not lengths[0]:
        raise InputError("is empty, expected one text a line", file=name_of(a))
    return list(zip(*texts, strict=True))


def _compared(pairs: Pairs, lang: str, lang_b: str, path: str | None) -> Iterator[MeaningDiff]:
    from likewise.metrics.meaning import diff_many

    with counted("comparing", len(pairs)) as advance, about(path):
        for start in range(0, len(pairs), _AT_ONCE):
            part = pairs[start : start + _AT_ONCE]
            yield from diff_many(part, lang=lang, lang_b=lang_b)
            advance(len(part))


def _show_pair(a: str, b: str, whole: MeaningDiff, told: dict[str, Any]) -> None:
    console = out()
    print_pair(console, a, b, told)
    hidden = len(whole.changes) - len(told["changes"])
    if not whole.changes:
        named = " in what could be read" if whole.unread else ""
        said = f"no change of meaning was found{named}" if whole.same else _UNNAMED
        console.print(f"  {said}")
    elif hidden:
        console.print(f"  {hidden} more of other kinds, or less sure")
    verdict = "the same" if whole.same else "not the same"
    console.print(f"{verdict}: the meaning is kept with a chance of {whole.score:.0f} %")


_UNNAMED = "the two do not seem to mean the same, but no single change can be named"


def _show_files(
    pairs: Pairs, found: Sequence[MeaningDiff], shown: Sequence[dict[str, Any]], worst: int
) -> None:
    """The worst pairs in full, the very worst first, then a table by kind."""
    console = out()
    order = sorted(range(len(pairs)), key=lambda place: found[place].score)
    in_full = worst if current().show == "table" else 0
    listed = [place for place in order if shown[place]["changes"]][:in_full]
    for place in listed:
        console.print(f"line {place + 1}: {found[place].score:.0f} %", style="bold")
        print_pair(console, *pairs[place], shown[place])
        console.print()
    by_pair, in_all, sure = Counter[str](), Counter[str](), Counter[str]()
    for told in shown:
        by_pair.update({change["kind"] for change in told["changes"]})
        for change in told["changes"]:
            in_all[change["kind"]] += 1
            sure[change["kind"]] += change["confidence"]
    rows = [
        [kind, by_pair[kind], in_all[kind], f"{100 * sure[kind] / in_all[kind]:.0f} %"]
        for kind in sorted(in_all, key=lambda kind: (-by_pair[kind], KINDS.index(kind)))
    ]
    same = sum(one.same for one in found)
    mean = sum(one.score for one in found) / len(found)
    caption = f"{len(found)} pairs: {same} the same, {len(found) - same} not; mean score {mean:.1f}"
    print_table("Changes of meaning", ["kind", "pairs", "changes", "mean confidence"], rows, caption)
    unread = Counter(what for one in found for what in one.unread)
    for what, pairs_of in unread.most_common():
        note(f"not read in {pairs_of} of {len(found)} pairs: {what}")
