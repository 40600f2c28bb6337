"""Instructions with the paths that people walked: the files of the corpus, and our own JSON lines.

A folder of data holds `maps/` and either the corpus' XML (`SingleSentence.xml`, `Paragraph.xml`, and gold
plans in `semantic/SingleSentences-sail.xml`) or `sentences.jsonl` and `paragraphs.jsonl`:

    {"id": "4-2", "map": "Attic", "text": "turn left at the sofa", "path": [[0, 0, 90], [0, 0, 0]],
     "lang": "en"?, "plan": "Turn ( LEFT )"?}
    {"id": "4", "map": "Attic", "text": "..", "path": [..], "end": [1, 2], "lang": "en"?}

The k-th sentence of paragraph P has the id `P-k`. Gold plans are there to judge with, never to learn from.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from likewise.errors import InputError
from likewise.io import Source, check_values, name_of, read_lines
from likewise.text import code_of, find_language, unknown_language
from likewise.worlds import Map, Place, Plan, Pose, load_maps, loads

__all__ = ["Corpus", "Instruction", "Route", "read_corpus", "read_routes", "read_sentences"]

_SENTENCES = ("SingleSentence.xml", "sentences.jsonl")
_LINE = " line"  # no attribute of a file can bear this name
_ROUTES = ("Paragraph.xml", "paragraphs.jsonl")


@dataclass(frozen=True, slots=True)
class Instruction:
    """One sentence, the path that was walked for it, and the plan that people wrote for it, if any."""

    id: str
    map: str
    text: str
    path: tuple[Pose, ...]
    plan: Plan | None = None
    lang: str = "en"

    @property
    def route(self) -> str:
        """The paragraph it belongs to."""
        return self.id.rpartition("-")[0] or self.id


@dataclass(frozen=True, slots=True)
class Route:
    """A whole instruction: its text, its sentences in order where they are known, its path, its end."""

    id: str
    map: str
    text: str
    path: tuple[Pose, ...]
    end: Place
    sentences: tuple[str, ...] = ()
    lang: str = "en"


@dataclass(frozen=True, slots=True)
class Corpus:
    """Maps, single sentences and whole routes of one collection."""

    maps: Mapping[str, Map]
    sentences: tuple[Instruction, ...]
    routes: tuple[Route, ...] = ()

    def on(self, maps: Iterable[str]) -> Corpus:
        """The part that was collected on these maps."""
        names = set(maps)
        return Corpus(
            {name: world for name, world in self.maps.items() if name in names},
            tuple(s for s in self.sentences if s.map in names),
            tuple(r for r in self.routes if r.map in names),
        )

    def folds(self) -> list[tuple[str, Corpus, Corpus]]:
        """Leave one map out: its name, the rest to learn from, itself to test on."""
        used = [name for name in sorted(self.maps) if any(s.map == name for s in self.sentences)]
        return [(name, self.on(n for n in used if n != name), self.on([name])) for name in used]


def read_corpus(
    folder: Source,
    *,
    sentences: Source | None = None,
    routes: Source | None = None,
    lang: str | None = None,
) -> Corpus:
    """A folder of data; `sentences` and `routes` name other files of instructions for the same maps.

    `lang` keeps the instructions of one language where the files mark them, and marks those that carry none.
    """
    base = Path(folder)
    if not base.is_dir():
        raise InputError("no such folder", file=str(folder))
    maps = load_maps(base / "maps" if (base / "maps").is_dir() else base)
    plans = base / "semantic" / "SingleSentences-sail.xml"
    file = sentences or _found(base, _SENTENCES)
    read, languages = _sentences(file, maps, lang)
    if not read:
        if lang is not None and find_language(lang) is None:
            raise unknown_language(lang, file=name_of(file))
        wrong = f"holds no instruction in '{lang}', only in {', '.join(languages)}"
        raise InputError(wrong, file=name_of(file), field="lang")
    if plans.is_file():
        gold = _gold(plans)
        read = [replace(s, plan=gold.get(s.id, s.plan)) for s in read]
    whole = routes or _maybe(base, _ROUTES)
    return Corpus(maps, tuple(read), tuple(read_routes(whole, maps, read, lang=lang) if whole else ()))


def read_sentences(path: Source, maps: Mapping[str, Map], *, lang: str | None = None) -> list[Instruction]:
    """Single sentences of a file, each path checked against its map."""
    return _sentences(path, maps, lang)[0]


def _sentences(
    path: Source, maps: Mapping[str, Map], lang: str | None
) -> tuple[list[Instruction], list[str]]:
    """The sentences in one language, and all languages of the file."""
    made = []
    rows = _rows(path, lang)
    for line, row in _in(lang, rows):
        poses = _path(row, _world(row, maps, path, line), path, line)
        plan = None if row.get("plan") is None else _plan(row["plan"], name_of(path), line, "plan")
        made.append(Instruction(row["id"], row["map"], row["text"], poses, plan, row["lang"]))
    return made, sorted({row["lang"] for _, row in rows})


def read_routes(
    path: Source, maps: Mapping[str, Map], sentences: Sequence[Instruction] = (), *, lang: str | None = None
) -> list[Route]:
    """Whole instructions of a file; their sentences are those of the same id, in order.

    Only the ends of a whole path are used, so only they are checked: one of the corpus (807) slips between
    them.
    """
    parts: dict[tuple[str, str], list[str]] = {}
    for sentence in sorted(sentences, key=_turn):
        parts.setdefault((sentence.route, sentence.lang), []).append(sentence.text)
    made = []
    for line, row in _in(lang, _rows(path, lang)):
        world = _world(row, maps, path, line)
        poses = _path(row, world, path, line, ends=True)
        end = row.get("end")
        whole = poses[-1].place if end is None else _place(end, world, path, line)
        texts = tuple(parts.get((row["id"], row["lang"]), ()))
        made.append(Route(row["id"], row["map"], row["text"], poses, whole, texts, row["lang"]))
    return made


def _found(base: Path, names: Sequence[str]) -> Path:
    path = _maybe(base, names)
    if path is None:
        raise InputError(f"holds neither {' nor '.join(names)}", file=str(base))
    return path


def _maybe(base: Path, names: Sequence[str]) -> Path | None:
    return next((base / name for name in names if (base / name).is_file()), None)


def _world(row: dict[str, Any], maps: Mapping[str, Map], path: Source, line: int) -> Map:
    if row["map"] not in maps:
        known = ", ".join(sorted(maps))
        raise InputError(
            f"unknown map '{row['map']}', expected {known}", file=str(path), line=line, field="map"
        )
    return maps[row["map"]]


def _path(
    row: dict[str, Any], world: Map, path: Source, line: int, *, ends: bool = False
) -> tuple[Pose, ...]:
    value = row["path"]
    good = isinstance(value, list) and all(
        isinstance(p, list | tuple) and len(p) == 3 and all(type(n) is int for n in p) for p in value
    )
    if not good or not value:
        raise InputError("expected a list of poses [x, y, heading]", file=str(path), line=line, field="path")
    poses = tuple(Pose(*p) for p in value)
    try:
        for part in (poses[:1], poses[-1:]) if ends and len(poses) > 1 else (poses,):
            world.check_path(part)
    except InputError as error:
        raise InputError(f"{row['id']}: {error.message}", file=str(path), line=line, field="path") from None
    return poses


def _place(value: Any, world: Map, path: Source, line: int) -> Place:
    if not isinstance(value, list | tuple) or len(value) != 2 or not all(type(n) is int for n in value):
        raise InputError("expected [x, y]", file=name_of(path), line=line, field="end")
    place = value[0], value[1]
    if place not in world.items:
        raise InputError(f"{place} is not on map '{world.name}'", file=name_of(path), line=line, field="end")
    return place


def _plan(value: Any, file: str, line: int, field: str) -> Plan:
    try:
        if not isinstance(value, str):
            raise InputError("expected a plan as text")
        return loads(value)
    except InputError as error:
        raise InputError(error.message, file=file, line=line, field=field) from None


def _turn(sentence: Instruction) -> int:
    """Which sentence of its paragraph it is; one whose id does not tell keeps its place at the end."""
    number = sentence.id.rpartition("-")[2]
    return int(number) if re.fullmatch("[0-9]{1,9}", number) else 10**9


def _rows(path: Source, lang: str | None) -> list[tuple[int, dict[str, Any]]]:
    """Rows of either format with their line, fields checked; those that carry no language are in this one."""
    file, lines = name_of(path), list(read_lines(path))
    text = "\n".join(line for _, line in lines)
    rows = _xml_rows(text, file) if text.lstrip().startswith("<") else _json_rows(lines, file)
    if not rows:
        raise InputError("holds no instructions", file=file)
    seen = set()
    for line, row in rows:
        _check_fields(row, file, line)
        if row["id"] in seen:
            raise InputError(f"the id '{row['id']}' is there twice", file=file, line=line, field="id")
        seen.add(row["id"])
        row["lang"] = code_of(row.get("lang") or lang or "en")
    return rows


def _in(lang: str | None, rows: Iterable[tuple[int, dict[str, Any]]]) -> list[tuple[int, dict[str, Any]]]:
    """The rows in one language; all where none is named."""
    return [(line, row) for line, row in rows if lang is None or code_of(lang) == row["lang"]]


def _check_fields(row: dict[str, Any], file: str, line: int) -> None:
    for field in ("id", "map", "text"):
        if not isinstance(row.get(field), str) or (field != "text" and not row[field]):
            raise InputError("missing, expected text", file=file, line=line, field=field)
    if not isinstance(row.get("lang"), str | None):
        raise InputError("expected text, such as en", file=file, line=line, field="lang")
    if "path" not in row:
        raise InputError("missing, expected a list of poses", file=file, line=line, field="path")


def _json_rows(lines: Iterable[tuple[int, str]], file: str) -> list[tuple[int, dict[str, Any]]]:
    rows = []
    for number, line in lines:
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            raise InputError("not valid JSON", file=file, line=number) from None
        if not isinstance(row, dict):
            raise InputError("expected a JSON object", file=file, line=number)
        check_values(row, file, number)
        rows.append((number, row))
    return rows


def _xml(text: str, file: str) -> Any:
    """The tree of an XML text; each element notes on which line it starts."""
    if "<!ENTITY" in text or "<!DOCTYPE" in text:
        raise InputError("instructions declare no document type and no entities", file=file)
    parser, tree = expat.ParserCreate(), ElementTree.TreeBuilder()

    def start(tag: str, attributes: dict[str, str]) -> None:
        tree.start(tag, {**attributes, _LINE: str(parser.CurrentLineNumber)})

    parser.StartElementHandler = start
    parser.EndElementHandler = tree.end
    parser.CharacterDataHandler = tree.data
    try:
        parser.Parse(text, True)
        return tree.close()
    except expat.ExpatError as error:
        wrong = expat.ErrorString(error.code)
        raise InputError(f"not valid XML ({wrong})", file=file, line=error.lineno) from None


def _xml_rows(text: str, file: str) -> list[tuple[int, dict[str, Any]]]:
    rows = []
    for example in _xml(text, file).iter("example"):
        line = int(example.get(_LINE))
        row: dict[str, Any] = {"id": example.get("id"), "map": example.get("map")}
        instruction = example.find("instruction")
        row["text"] = None if instruction is None else " ".join((instruction.text or "").split())
        row["lang"] = example.get("lang") or (None if instruction is None else instruction.get("lang"))
        for field, value in (("path", example.findtext("path")), ("end", example.get("end"))):
            if value is not None:
                row[field] = _literal(value, file, line, field)
        rows.append((line, row))
    return rows


def _literal(value: str, file: str, line: int, field: str) -> Any:
    if not re.fullmatch(r"[\s\d\[\](),-]*", value):
        raise InputError("expected numbers in brackets", file=file, line=line, field=field)
    try:
        return ast.literal_eval(value.strip())
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        raise InputError("expected numbers in brackets", file=file, line=line, field=field) from None


def _gold(path: Path) -> dict[str, Plan]:
    plans: dict[str, Plan] = {}
    for example in _xml("\n".join(line for _, line in read_lines(path)), str(path)).iter("example"):
        line, name = int(example.get(_LINE)), example.get("id")
        if not name or name in plans:
            wrong = f"the id '{name}' is there twice" if name else "missing, expected text"
            raise InputError(wrong, file=str(path), line=line, field="id")
        plans[name] = _plan(example.findtext("mrl"), str(path), line, "mrl")
    return plans
