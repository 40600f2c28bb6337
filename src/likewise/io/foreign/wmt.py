"""Test sets of the WMT metrics tasks, in the folders that mt-metrics-eval keeps them in (version 2).

`sources/LP.txt`, `references/LP.NAME.txt`, `system-outputs/LP/SYSTEM.txt`, a line a segment, and
`human-scores/LP.NAME.seg.score`, a line for each system and segment: `SYSTEM<TAB>SCORE`, or `None`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from likewise.errors import InputError
from likewise.io.foreign.lost_fields import LostFields
from likewise.io.foreign.record import Record
from likewise.io.lines import Advance, Source, read_lines
from likewise.io.read_log import ReadLog
from likewise.io.tables import cell_number

__all__ = ["is_wmt_folder", "pair_folder", "records", "segment_fields"]

_OUTPUTS = "system-outputs"
_NONE = "None"


def is_wmt_folder(path: Source) -> bool:
    """Whether a path is such a folder, or that of one pair's outputs in it."""
    folder = Path(path)
    return (folder / _OUTPUTS).is_dir() or (folder.parent.name == _OUTPUTS and folder.is_dir())


def pair_folder(path: Source, pair: str | None = None) -> Path:
    """The folder with the outputs of a pair; without a name there must be only one."""
    folder = Path(path)
    if not (folder / _OUTPUTS).is_dir():
        if pair is None and folder.parent.name == _OUTPUTS and folder.is_dir():
            return folder
        raise InputError(f"no folder of a WMT test set (it has no folder '{_OUTPUTS}')", file=str(path))
    pairs = sorted(one.name for one in (folder / _OUTPUTS).iterdir() if one.is_dir())
    if pair is None and len(pairs) == 1:
        pair = pairs[0]
    if pair not in pairs:
        known = ", ".join(pairs) or "none"
        wanted = f"no pair '{pair}'" if pair else f"several pairs, name one as {folder / _OUTPUTS}/PAIR"
        raise InputError(f"{wanted} (pairs found: {known})", file=str(path))
    return folder / _OUTPUTS / pair


def records(
    path: Source,
    lost: LostFields,
    progress: Advance | None,
    log: ReadLog,
    references: Collection[str] = (),
) -> Iterator[Record]:
    """A record a system and segment; a system that is among the references is left out, and that is told."""
    outputs = pair_folder(path)
    folder, pair = outputs.parent.parent, outputs.name
    sources = _lines(folder / "sources" / f"{pair}.txt")
    named = _references(folder, pair, references, len(sources))
    scores = _human_scores(folder, pair, len(sources), lost)
    if len(named) > 1:
        log.tell(
            f"{len(named)} references ({', '.join(named)}); format='wmt:NAME' takes one (--format wmt:NAME)"
        )
    source_lang, _, lang = pair.partition("-")
    rated = {system for by_system in scores.values() for system in by_system}
    for file in sorted(outputs.glob("*.txt")):
        system = file.stem
        rated.discard(system)
        if system in named:
            log.tell(f"'{system}' is a reference here, so it is left out of the systems")
            continue
        texts = _lines(file, len(sources), progress)
        for place, text in enumerate(texts):
            numbers = {
                name: by_system[system][place] for name, by_system in scores.items() if system in by_system
            }
            values = {
                "id": str(place + 1), "candidate": text, "source": sources[place], "system": system,
                "references": [lines[place] for lines in named.values()],
                "human": {name: number for name, number in numbers.items() if number is not None},
                "lang": lang or None, "source_lang": source_lang,
            }  # fmt: skip
            yield Record(values, str(file), place + 1)
    if rated:
        log.tell(f"systems with human scores but no outputs: {', '.join(sorted(rated))}")


def segment_fields(row: Record, lost: LostFields) -> dict[str, Any]:
    """They are those of a segment already."""
    return row.values


def _lines(file: Path, expected: int | None = None, progress: Advance | None = None) -> list[str]:
    texts = [text for _, text in read_lines(file, progress=progress)]
    if expected is not None and len(texts) != expected:
        raise InputError(f"has {len(texts)} lines, expected {expected} as in the sources", file=str(file))
    return texts


def _references(folder: Path, pair: str, wanted: Collection[str], count: int) -> Mapping[str, list[str]]:
    """The lines of each reference by its name, of all of them unless some are wanted."""
    prefix = f"{pair}."
    files = {one.stem.removeprefix(prefix): one for one in (folder / "references").glob(f"{pair}.*.txt")}
    for name in wanted:
        if name not in files:
            known = ", ".join(sorted(files)) or "none"
            where = str(folder / "references")
            raise InputError(f"no reference '{name}' of {pair} (references found: {known})", file=where)
    return {name: _lines(files[name], count) for name in (wanted or sorted(files))}


def _human_scores(
    folder: Path, pair: str, count: int, lost: LostFields
) -> dict[str, dict[str, list[float | None]]]:
    """By the name of the scores, by system, a number a segment; None where it was not rated."""
    scores = {}
    for file in sorted((folder / "human-scores").glob(f"{pair}.*")):
        if not file.name.endswith(".seg.score"):
            lost.note([f"human-scores/{file.name}"])
            continue
        by_system = _system_scores(file)
        for system, numbers in by_system.items():
            if len(numbers) != count:
                message = f"has {len(numbers)} scores of '{system}', expected {count}, one a source"
                raise InputError(message, file=str(file))
        scores[file.name.removeprefix(f"{pair}.").removesuffix(".seg.score")] = by_system
    for name in ("metric-scores", "documents"):
        lost.note([name] if any((folder / name).glob(f"{pair}*")) else [])
    return scores


def _system_scores(file: Path) -> dict[str, list[float | None]]:
    scores: dict[str, list[float | None]] = defaultdict(list)
    for line, text in read_lines(file):
        cells = text.split()
        number = cell_number(cells[1]) if len(cells) == 2 else None
        if len(cells) != 2 or (number is None and cells[1] != _NONE):
            message = f"expected a system and a number, or None; found '{text}'"
            raise InputError(message, file=str(file), line=line)
        scores[cells[0]].append(number)
    return scores
