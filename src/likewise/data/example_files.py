"""The files that the documentation works with, made from the embedded corpora."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random

from likewise.errors import InputError
from likewise.io import Source, read_lines, read_segments, write_text
from likewise.records import Segment

__all__ = ["EXAMPLES", "copy_examples"]

_TESTED = 11
"""So many clusters are kept for `test.jsonl`."""
_PILOT_SEED = 1
_RATINGS_SEED = 1
_RATED = 80
_VERSES = 12
_CHALLENGES = 12


def copy_examples(folder: Source, *, force: bool = False) -> list[str]:
    """Write all example files into a folder, which is made; files of these names are kept unless `force`."""
    target = Path(folder)
    if target.exists() and not target.is_dir():
        raise InputError("is a file, expected a folder", file=str(folder))
    there = [name for name in EXAMPLES if (target / name).exists()]
    if there and not force:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise InputError(f"holds {there[0]}{more} already; --force writes over them", file=str(folder))
    target.mkdir(parents=True, exist_ok=True)
    for name, (_, made) in EXAMPLES.items():
        (target / name).parent.mkdir(exist_ok=True)
        with write_text(target / name) as stream:
            stream.write(made())
    return list(EXAMPLES)


def _embedded(name: str) -> Callable[[], str]:
    return lambda: files("likewise.data").joinpath(name).read_text(encoding="utf-8")


def _outputs() -> list[Segment]:
    return list(read_segments(_path("outputs.jsonl")))


def _path(name: str) -> str:
    return str(files("likewise.data").joinpath(name))


def _outputs_of(system: str) -> list[Segment]:
    return [segment for segment in _outputs() if segment.system == system]


def _run_of(system: str) -> str:
    """The outputs of one system as a run: without its name, and without ratings."""
    return _json(replace(segment, system=None, human={}) for segment in _outputs_of(system))


def _json(segments: Iterable[Segment]) -> str:
    return "".join(json.dumps(segment.as_dict(), ensure_ascii=False) + "\n" for segment in segments)


def _denials() -> str:
    """The sentences of the negation corpus, one a line."""
    rows = (json.loads(line) for _, line in read_lines(_path("negation.jsonl")))
    return _lines(" ".join(row["words"]) for row in rows)


def _lines(texts: Iterable[str | None]) -> str:
    return "".join(f"{text}\n" for text in texts)


def _clusters(train: bool) -> str:
    lines = [line for _, line in read_lines(_path("clusters.jsonl"))]
    return _lines(lines[:-_TESTED] if train else lines[-_TESTED:])


def _pilot() -> str:
    """The outputs, of which a random half of the clips has ratings."""
    segments = _outputs()
    ids = list(dict.fromkeys(segment.id for segment in segments))
    rated = set(Random(_PILOT_SEED).sample(ids, len(ids) // 2))
    return _json(s if s.id in rated else replace(s, human={}) for s in segments)


def _table() -> str:
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(["id", "system", "source", "candidate", "references"])
    for one in _outputs():
        table.writerow([one.id, one.system, one.source, one.candidate, " ||| ".join(one.references)])
    return stream.getvalue()


def _ratings() -> str:
    """The ratings of meaning of some outputs by two people, a third and a model; and whether it is English.

    The third repeats one of the two, and like the model strays at random; nearly all of it is English.
    """
    chance = Random(_RATINGS_SEED)
    stream = io.StringIO()
    table = csv.writer(stream, lineterminator="\n")
    table.writerow(["item", "system", "rater", "criterion", "value"])
    for one in _outputs()[:_RATED]:
        a, b = (int(one.human[f"meaning@{judge}"]) for judge in "ab")
        c, model = (_strayed(chance.choice([a, b]), share, chance) for share in (0.15, 0.25))
        is_bad = chance.random() < 0.04
        for rater, meaning in (("anna", a), ("ben", b), ("cleo", c), ("model", model)):
            says_bad = (is_bad and chance.random() < 0.6) or chance.random() < 0.03
            table.writerow([one.id, one.system, rater, "meaning", meaning])
            table.writerow([one.id, one.system, rater, "english", "no" if says_bad else "yes"])
    return stream.getvalue()


def _strayed(value: int, share: float, chance: Random) -> int:
    step = chance.choice([-1, 1]) if chance.random() < share else 0
    return min(4, max(1, value + step))


def _verses() -> str:
    """The first poems, as plain text with blank lines between verses."""
    with gzip.open(_path("verse/en.txt.gz"), "rt", encoding="utf-8") as stream:
        poems = stream.read().split("%% ")[1 : _VERSES + 1]
    return "\n".join(poem.partition("\n")[2].strip("\n") + "\n" for poem in poems)


def _challenges() -> str:
    lines = [line for line in _verses().splitlines() if line]
    return _lines(lines[:: len(lines) // _CHALLENGES][:_CHALLENGES])


def _orders(folder: str, suffix: str) -> dict[str, tuple[str, Callable[[], str]]]:
    """A folder of orders to learn from."""
    names = {
        "commands.tsv": f"commands{suffix}.tsv",
        "rcl.tsv": f"rcl{suffix}.tsv",
        "layouts.txt": "layouts.txt",
    }
    return {f"{folder}/{name}": ("to learn from", _embedded(f"robot/{file}")) for name, file in names.items()}


EXAMPLES: Mapping[str, tuple[str, Callable[[], str]]] = {
    "outputs.jsonl": ("176 outputs of four imaginary systems with ratings", _embedded("outputs.jsonl")),
    "outputs.jsonl.gz": ("the same, compressed", _embedded("outputs.jsonl")),
    "outputs.csv": ("the same as a table, without ratings", _table),
    "pilot.jsonl": ("the same, with the ratings of a random half of the clips alone", _pilot),
    "ratings.csv": ("ratings of 80 of them by three imaginary people and a model", _ratings),
    "new.jsonl": ("the 176 outputs without ratings", lambda: _json(replace(s, human={}) for s in _outputs())),
    "main.jsonl": ("one system's outputs, as a run before a change", lambda: _run_of("free")),
    "branch.jsonl": ("another's, as the run after it", lambda: _run_of("broken")),
    "gate.toml": ("rules by which the second fails a build", _embedded("examples/gate.toml")),
    "chinese.jsonl": ("outputs in Chinese", _embedded("examples/chinese.jsonl")),
    "japanese.jsonl": ("outputs in Japanese", _embedded("examples/japanese.jsonl")),
    "clusters.jsonl": ("44 clusters of descriptions of one thing", _embedded("clusters.jsonl")),
    "train.jsonl": ("the first 33 of them, to learn from", lambda: _clusters(True)),
    "test.jsonl": ("the other 11, to evaluate on", lambda: _clusters(False)),
    "patterns.jsonl": ("ranked paraphrase patterns of six terms", _embedded("patterns.jsonl")),
    "scores.csv": ("twelve systems, six metrics", _embedded("scores.csv")),
    "in.txt": ("sources, one a line", lambda: _lines(s.source for s in _outputs_of("free"))),
    "out.txt": ("what a system made of them", lambda: _lines(s.candidate for s in _outputs_of("free"))),
    "ref.txt": ("a reference for each", lambda: _lines(s.references[0] for s in _outputs_of("free"))),
    "ref1.txt": ("the same reference", lambda: _lines(s.references[0] for s in _outputs_of("free"))),
    "ref2.txt": ("another reference", lambda: _lines(s.references[1] for s in _outputs_of("free"))),
    "before.txt": ("texts", lambda: _lines(s.source for s in _outputs_of("broken"))),
    "after.txt": ("the same, changed", lambda: _lines(s.candidate for s in _outputs_of("broken"))),
    "sentences.txt": ("sentences to paraphrase", lambda: _lines(s.source for s in _outputs_of("free"))),
    "texts.txt": ("the same, to parse", lambda: _lines(s.source for s in _outputs_of("free"))),
    "lines.txt": ("sentences that deny something, and some that do not", _denials),
    "clips.jsonl": ("clips to describe", _embedded("examples/clips.jsonl")),
    "more-clips.jsonl": ("two more", _embedded("examples/more-clips.jsonl")),
    "responses.jsonl": ("responses in verse, to rate", _embedded("examples/responses.jsonl")),
    "articles/bridge.txt": ("a Chinese article to ask about", _embedded("examples/articles/bridge.txt")),
    "articles/race.txt": ("another", _embedded("examples/articles/race.txt")),
    "known.jsonl": ("a question about them, with its answer", _embedded("examples/known.jsonl")),
    "verses.txt": ("poems in the public domain", _verses),
    "challenges.txt": ("lines to respond to", _challenges),
    "commands.tsv": ("orders to a robot", _embedded("robot/commands.tsv")),
    "rcl.tsv": ("what they mean", _embedded("robot/rcl.tsv")),
    "judge.toml": ("a language model as a judge", _embedded("judge/judge.toml")),
    "pair_judge.toml": ("the same for pairs of candidates", _embedded("judge/pair_judge.toml")),
    "rubric.md": ("what the judge is asked", _embedded("judge/rubric.md")),
    "standin_judge.py": ("a program in the place of the model", _embedded("judge/standin_judge.txt")),
    "layouts.txt": ("the boards they were given for", _embedded("robot/layouts.txt")),
    "workshop.tsv": ("words of a workshop for the robot", _embedded("examples/workshop.tsv")),
    **_orders("orders", ""),
    **_orders("orders-es", "_es"),
}
"""The files by name: what each holds, and what makes it."""
