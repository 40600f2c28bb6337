"""Files of verdicts: what a language model said of texts, one JSON object a line, only ever added to.

A verdict is known by what was asked: a hash of the judge (rubric, model, settings) and of the texts that it
was shown. So a file can grow over many runs and by several programs at once, and a verdict on a text that has
changed since is never taken for one on the new text.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, BinaryIO

from likewise.errors import InputError
from likewise.io.jsonl import Row, json_kind
from likewise.io.lines import check_writable, decode_line
from likewise.records import Segment

__all__ = [
    "ORDERED_PAIR",
    "JudgeVerdict",
    "VerdictFile",
    "content_hash",
    "read_verdicts",
    "shown_text",
    "text_key",
]

TEXTS = ("source", "references", "candidate")
"""What of a segment a judge may be shown."""
ORDERED_PAIR = ("first", "second", "tie")
"""Verdicts on two texts, in the order in which they were shown."""


@dataclass(frozen=True, slots=True)
class JudgeVerdict:
    """One reply of a judge: `verdict` is a number, one of `ORDERED_PAIR`, or None with `why` there is none.

    `judge_id` stands for rubric, model and settings, `texts` for what was shown (one text, or two in their
    order), `fields` names what that was. `asked` is a time in UTC. `cost` is in the currency of the prices,
    None where these are unknown.
    """

    judge: str
    judge_id: str
    model: str
    rubric: str
    mode: str
    scale: str
    fields: tuple[str, ...]
    texts: tuple[str, ...]
    ids: tuple[str, ...]
    systems: tuple[str | None, ...]
    verdict: float | str | None
    asked: str
    reason: str = ""
    why: str = ""
    reply: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_counted: bool = True
    cost: float | None = 0.0

    @property
    def key(self) -> str:
        """What was asked: the judge, and the texts in their order."""
        return content_hash([self.judge_id, *self.texts])


def content_hash(value: Any) -> str:
    """A hash of a JSON value that is the same on every machine."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def shown_text(segment: Segment, names: Sequence[str] = ()) -> dict[str, Any]:
    """What a judge is shown of a segment: the fields named, else source, references, candidate.

    Nothing else goes to a judge: no id, no system's name, no rating.
    """
    shown: dict[str, Any] = {}
    for name in names or TEXTS:
        value = getattr(segment, name)
        if value is not None and value != ():
            shown[name] = list(value) if name == "references" else value
    return shown


def text_key(segment: Segment, names: Sequence[str] = ()) -> str:
    """A hash of what a judge is shown of a segment."""
    return content_hash(shown_text(segment, names))


def read_verdicts(path: str | os.PathLike[str]) -> list[JudgeVerdict]:
    """The verdicts of a file, in the order in which they came."""
    name = os.fspath(path)
    try:
        with open(path, "rb") as stream, _locked(stream.fileno(), exclusive=False):
            raw = stream.read()
    except FileNotFoundError:
        raise InputError("no such file of verdicts", file=name) from None
    except OSError as error:
        raise InputError(f"cannot be read ({(error.strerror or str(error)).lower()})", file=name) from None
    return list(_parsed(raw, name))


def _parsed(raw: bytes, name: str, first: int = 1) -> Iterator[JudgeVerdict]:
    """Whole lines alone: what stands after the last line end is a line that was cut off."""
    for number, line in enumerate(raw.split(b"\n")[:-1], first):
        text = decode_line(line, name, number)
        if text.strip():
            yield _verdict(text, name, number)


def _verdict(text: str, name: str, number: int) -> JudgeVerdict:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("not valid JSON, expected one verdict a line", file=name, line=number) from None
    if not isinstance(values, dict):
        raise InputError(f"expected a JSON object, found {json_kind(values)}", file=name, line=number)
    row = Row(values, name, number)
    given = {key: _value(row, key, kind) for key, kind in _FIELDS}
    verdict = values.get("verdict")
    if given["mode"] == "pair":
        if verdict not in (*ORDERED_PAIR, None):
            row.refuse("verdict", f"expected one of {', '.join(ORDERED_PAIR)} or null")
    elif verdict is not None:
        verdict = row.number("verdict", verdict)
    return JudgeVerdict(**given, verdict=verdict)


def _value(row: Row, key: str, kind: str) -> Any:
    value = row.values.get(key)
    if kind == "str":
        return value if isinstance(value, str) else row.text(key, required=key in _NEEDED) or ""
    if kind in ("int", "float"):
        number = row.number(key, value or 0)
        return int(number) if kind == "int" else number
    if kind == "float | None":
        return row.number(key, value) if value is not None else None if key in row.values else 0.0
    if kind == "bool":
        return value is not False
    if not isinstance(value, list) or not all(isinstance(item, str | None) for item in value):
        row.refuse(key, "expected a list of strings")
    return tuple(value)


_FIELDS = tuple((field.name, str(field.type)) for field in fields(JudgeVerdict) if field.name != "verdict")
_NEEDED = ("judge", "judge_id", "model", "rubric", "asked")


class VerdictFile:
    """A file of verdicts that is written to: safe for several threads and programs at once.

    Every verdict is one line, written whole under a lock as soon as it is there. A line that a crash cut off
    is taken away when the next one is written.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        check_writable(self.path)
        self._read, self._lines = 0, 0
        self._by_key: dict[str, JudgeVerdict] = {}
        self._costs: dict[str, float] = {}
        self._unpriced: dict[str, tuple[int, int]] = {}
        self._threads = Lock()
        self.look()

    def look(self) -> None:
        """Take in what was added since, by this program or by others."""
        if self.path.exists():
            with self._threads, open(self.path, "rb") as stream, _locked(stream.fileno(), exclusive=False):
                self._take(stream)

    def get(self, key: str) -> JudgeVerdict | None:
        """The latest verdict on what was asked."""
        return self._by_key.get(key)

    def cost(self, judge_id: str) -> float:
        """What the replies of a judge have cost whose cost is known, those that were asked for anew too."""
        return self._costs.get(judge_id, 0.0)

    def unpriced_tokens(self, judge_id: str) -> tuple[int, int]:
        """Tokens in and out of the replies of a judge whose cost is unknown."""
        return self._unpriced.get(judge_id, (0, 0))

    def verdicts(self) -> list[JudgeVerdict]:
        """The latest verdict on everything asked."""
        return list(self._by_key.values())

    def add(self, verdict: JudgeVerdict) -> None:
        """Write a verdict at the end of the file."""
        line = json.dumps(asdict(verdict), ensure_ascii=False).encode("utf-8", "replace") + b"\n"
        with self._threads, open(self.path, "ab+") as stream, _locked(stream.fileno(), exclusive=True):
            self._take(stream)
            stream.truncate(self._read)
            stream.write(line)
            stream.flush()
            self._keep(verdict)
            self._read += len(line)
            self._lines += 1

    def _keep(self, verdict: JudgeVerdict) -> None:
        self._by_key[verdict.key] = verdict
        if verdict.cost is not None:
            self._costs[verdict.judge_id] = self.cost(verdict.judge_id) + verdict.cost
        else:
            into, out = self.unpriced_tokens(verdict.judge_id)
            self._unpriced[verdict.judge_id] = into + verdict.tokens_in, out + verdict.tokens_out

    def _take(self, stream: BinaryIO) -> None:
        stream.seek(self._read)
        raw = stream.read()
        whole = raw[: raw.rfind(b"\n") + 1]
        for verdict in _parsed(whole, str(self.path), self._lines + 1):
            self._keep(verdict)
        self._read += len(whole)
        self._lines += whole.count(b"\n")


@contextmanager
def _locked(descriptor: int, *, exclusive: bool) -> Iterator[None]:
    """Hold a lock on the file, where the system has such locks."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    fcntl.flock(descriptor, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH)
    try:
        yield
    finally:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
