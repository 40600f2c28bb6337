"""A judge in a file: a rubric, a scale, and the program or the endpoint that answers by them.

name = "meaning"
rubric_file = "rubric.md"
scale = [1, 5]
endpoint = "https://api.example.com/v1/chat/completions"
model = "some-model"
key_env = "JUDGE_KEY"
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from likewise.errors import InputError
from likewise.evaluate.llm_judge.toml_fields import TomlFields
from likewise.io import Source, content_hash, name_of, read_lines

__all__ = ["LanguageJudge", "read_judge"]

MODES = ("single", "pair")
REPLIES = ("json", "number", "label", "pattern")
TEXTS = ("source", "references", "candidate")
_PROMPT = 1
"""Raised when the words around the rubric change: verdicts from before are then of another judge."""


@dataclass(frozen=True)
class LanguageJudge:
    """Who is asked, what, and how; `id` stands for all that can change a verdict.

    Prices are for a million tokens; None is unknown, 0 is free. `max_cost` holds for all verdicts of
    this judge in one file together.
    """

    name: str
    rubric: str
    mode: str = "single"
    scale: tuple[float, float] | None = None
    labels: Mapping[str, float] = field(default_factory=dict)
    reply: str = "json"
    pattern: str = ""
    fields: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    endpoint: str = ""
    model: str = ""
    key_env: str = ""
    temperature: float | None = 0.0
    max_tokens: int = 512
    extra: Mapping[str, Any] = field(default_factory=dict)
    requests_per_minute: float = 0.0
    concurrency: int = 4
    retries: int = 5
    timeout: float = 120.0
    price_in: float | None = None
    price_out: float | None = None
    max_cost: float | None = None
    folder: str = "."

    @property
    def id(self) -> str:
        """A hash of all that can change a verdict: rubric, model, settings; not of speed and prices."""
        said = {
            "prompt": _PROMPT, "rubric": self.rubric, "mode": self.mode, "scale": self.scale,
            "labels": dict(self.labels), "reply": self.reply, "pattern": self.pattern,
            "fields": self.fields, "model": self.model,
        }  # fmt: skip
        said["max_tokens"] = self.max_tokens
        if self.command:
            return content_hash({**said, "command": self.command})
        sampled = {"temperature": self.temperature, "extra": dict(self.extra)}
        return content_hash({**said, **sampled, "endpoint": self.endpoint})

    @property
    def rubric_id(self) -> str:
        """A short hash of the rubric, as signatures name it."""
        return content_hash(self.rubric)[:8]

    @property
    def scale_text(self) -> str:
        """The scale in words, as signatures name it."""
        if self.mode == "pair":
            return "win-percent"
        if self.scale is not None:
            return f"{self.scale[0]:g}-{self.scale[1]:g}"
        return ",".join(f"{label}={value:g}" for label, value in self.labels.items())

    @property
    def model_name(self) -> str:
        """The model's name; that of the program where a command names none."""
        return self.model or " ".join(os.path.basename(word) for word in self.command)

    @property
    def most_tokens(self) -> int:
        """Tokens that a reply may have at most; 0 where nothing bounds it."""
        given = self.extra.get("max_completion_tokens", self.max_tokens)
        return given if isinstance(given, int) else self.max_tokens

    @property
    def is_priced(self) -> bool:
        """Whether prices are known, so that costs are; without them a cost is unknown, not 0."""
        return self.price_in is not None or self.price_out is not None

    @property
    def is_local(self) -> bool:
        """Whether the endpoint is on this machine."""
        return urlsplit(self.endpoint).hostname in ("127.0.0.1", "::1", "localhost")

    @property
    def place(self) -> str:
        """Where the texts go, in words."""
        if self.command:
            return f"the program `{' '.join(self.command)}` on this machine"
        parts = urlsplit(self.endpoint)
        return f"{parts.netloc} ({parts.scheme}, {parts.path})"


def read_judge(path: Source) -> LanguageJudge:
    """Read a judge from a TOML file; the rubric's file and a program's files lie beside it."""
    name = name_of(path)
    text = "\n".join(line for _, line in read_lines(path))
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"\(at line (\d+), column \d+\)", str(error))
        where = int(line[1]) if line else None
        raise InputError(f"not valid TOML ({error})", file=name, line=where) from None
    return judge_of(given, name, "." if name == "<stdin>" else str(Path(name).parent))


def judge_of(given: Mapping[str, Any], name: str, folder: str) -> LanguageJudge:
    """The judge that these settings describe; what has no effect together is refused."""
    row = TomlFields(given, name)
    for word in ("key", "api_key", "token"):
        if word in given:
            # The value itself is a secret and must not be quoted.
            raise row.refuse(word, "a key has no place in a file: name its environment variable, key_env")
    row.check_names(_NAMES)
    mode = row.choice("mode", "single", MODES)
    command, endpoint = row.texts("command"), row.text("endpoint", "")
    if bool(command) == bool(endpoint):
        both = "both" if command else "neither"
        raise row.refuse("command", f"expected one of command and endpoint, found {both}")
    scale, labels = _scale(row, mode)
    reply = row.choice("reply", "json", REPLIES)
    judge = LanguageJudge(
        name=_name(row), rubric=_rubric(row, folder), mode=mode, scale=scale, labels=labels,
        reply=reply, pattern=_pattern(row, reply), fields=_fields(row), command=command, endpoint=endpoint,
        model=row.text("model", None if endpoint else ""), folder=folder,
        max_tokens=row.whole("max_tokens", 512, 0), timeout=row.number("timeout", 120.0, 0.1),
        price_in=_money(row, "price_in"), price_out=_money(row, "price_out"),
        max_cost=_money(row, "max_cost"),
        **(_endpoint_settings(row) if endpoint else _command_settings(row)),
    )  # fmt: skip
    if (judge.price_in is None) != (judge.price_out is None):
        one, other = ("price_in", "price_out")[:: 1 if judge.price_in is None else -1]
        raise row.refuse(one, f"missing beside {other}, expected a price for a million tokens (0: free)")
    if judge.max_cost is not None and not (judge.price_in or judge.price_out):
        raise row.refuse("max_cost", "has no effect without price_in and price_out (for a million tokens)")
    if reply == "label" and not labels and mode == "single":
        raise row.refuse("reply", "label needs labels: labels = {lost = 0, kept = 1}")
    if reply == "number" and (labels or mode == "pair"):
        raise row.refuse("reply", "number needs scale = [LOW, HIGH]")
    return judge


_ENDPOINT_ONLY = (
    "key_env", "temperature", "extra", "requests_per_minute", "concurrency", "retries",
)  # fmt: skip
_NAMES = (
    "name", "rubric", "rubric_file", "mode", "scale", "labels", "reply", "pattern", "fields", "command",
    "endpoint", "model", "max_tokens", "timeout", "price_in", "price_out", "max_cost", *_ENDPOINT_ONLY,
)  # fmt: skip


def _money(row: TomlFields, field: str) -> float | None:
    """An amount that is known or not: 0 is free."""
    return row.number(field, 0.0, 0.0) if field in row.given else None


def _name(row: TomlFields) -> str:
    """A name that can stand in signatures and after `verdict:`."""
    name = row.text("name", "judge")
    if not re.fullmatch(r"[\w.-]+", name):
        raise row.refuse("name", "expected letters, digits, '.', '-' and '_' alone")
    return name


def _rubric(row: TomlFields, folder: str) -> str:
    if ("rubric" in row.given) == ("rubric_file" in row.given):
        raise row.refuse(
            "rubric", "expected one of rubric (its text) and rubric_file (beside the judge's file)"
        )
    if "rubric" in row.given:
        text = row.text("rubric")
    else:
        path = os.path.join(folder, row.text("rubric_file"))
        text = "\n".join(line for _, line in read_lines(path))
        if not text.strip():
            raise InputError("is empty, expected a rubric", file=path)
    return text.strip()


def _scale(row: TomlFields, mode: str) -> tuple[tuple[float, float] | None, dict[str, float]]:
    given = [key for key in ("scale", "labels") if key in row.given]
    if mode == "pair":
        if given:
            message = 'has no effect with mode = "pair": the verdict is first, second or tie'
            raise row.refuse(given[0], message)
        return None, {}
    if len(given) != 1:
        raise row.refuse(
            "scale", "expected one of scale = [LOW, HIGH] and labels = {lost = 0, kept = 1}, found "
            + ("both" if given else "neither")
        )  # fmt: skip
    if given == ["labels"]:
        return None, row.numbers("labels")
    low, high = row.pair("scale")
    return (low, high), {}


def _pattern(row: TomlFields, reply: str) -> str:
    if reply != "pattern":
        if "pattern" in row.given:
            raise row.refuse("pattern", 'has no effect without reply = "pattern"')
        return ""
    pattern = row.text("pattern")
    try:
        groups = re.compile(pattern).groups
    except re.error as error:
        raise row.refuse("pattern", f"is no regular expression ({error})") from None
    if groups != 1:
        raise row.refuse("pattern", f"has {groups} groups, expected one: what it holds is the verdict")
    return pattern


def _fields(row: TomlFields) -> tuple[str, ...]:
    names = row.texts("fields")
    for name in names:
        if name not in TEXTS:
            raise row.refuse("fields", f"found '{name}', expected some of {', '.join(TEXTS)}")
    if names and "candidate" not in names:
        raise row.refuse("fields", "lacks candidate, which is what is judged")
    return tuple(name for name in TEXTS if name in names)


def _command_settings(row: TomlFields) -> dict[str, Any]:
    for key in _ENDPOINT_ONLY:
        if key in row.given:
            raise row.refuse(key, "has no effect beside command: the program itself decides that")
    return {}


def _endpoint_settings(row: TomlFields) -> dict[str, Any]:
    _check_endpoint(row, row.text("endpoint"), bool(row.given.get("key_env")))
    variable = row.text("key_env", "")
    if variable and not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", variable):
        # It may be the key itself, so it is not quoted.
        raise row.refuse("key_env", "expected the name of an environment variable, such as JUDGE_KEY")
    is_default = row.given.get("temperature") == "default"
    extra = row.table("extra")
    secret = next((key for key in extra if re.search(r"key|secret|authori|bearer", key, re.IGNORECASE)), None)
    if secret is not None:
        raise row.refuse(f"extra.{secret}", "a key has no place in a file: name its variable, key_env")
    taken = sorted({"messages", "model", "stream", "temperature", "max_tokens"} & extra.keys())
    if taken:
        raise row.refuse(f"extra.{taken[0]}", "is set by Likewise or by a field of its own")
    return {
        "key_env": variable,
        "temperature": None if is_default else row.number("temperature", 0.0, 0.0),
        "extra": extra,
        "requests_per_minute": row.number("requests_per_minute", 0.0, 0.0),
        "concurrency": row.whole("concurrency", 4, 1, 64),
        "retries": row.whole("retries", 5, 0, 20),
    }  # fmt: skip


def _check_endpoint(row: TomlFields, url: str, has_key: bool) -> None:
    """An absolute address; with a key only over https, or to this machine."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("http", "https") or not url.isascii() or not url.isprintable():
        raise row.refuse("endpoint", "expected an address such as https://host/v1/chat/completions")
    if parts.username is not None or parts.password is not None or parts.query or " " in url:
        # They may hold a key, so they are not quoted.
        raise row.refuse("endpoint", "must hold no user name, password or query: a key goes into key_env")
    if has_key and parts.scheme != "https" and host not in ("127.0.0.1", "::1", "localhost"):
        raise row.refuse("endpoint", "a key is sent over https alone, or to this machine")
