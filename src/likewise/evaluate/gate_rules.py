"""The rules of a quality gate: what a new run may lose, read from a TOML or JSON file.

A rule names a metric and one limit: how far the score may drop (`max_drop`), where it must stay
(`min_score`, `max_score`), how far a single item may drop (`max_item_drop`), or how many items may be newly
flagged (`max_new`, of `kinds`, from a confidence on, against the references or against the baseline's text).
"""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import chain
from typing import Any

from likewise.errors import InputError
from likewise.io import Source, name_of, read_lines

__all__ = ["BASELINE", "GateRule", "GateRules", "gate_rules_of", "read_gate_rules"]

REFERENCES, BASELINE = "references", "baseline"
"""What a text is flagged against."""
LIMITS = ("max_drop", "min_score", "max_score", "max_item_drop", "max_new")
"""The limit that a rule sets; it has exactly one of these."""
_BESIDE = {
    "max_drop": ("p",),
    "max_item_drop": ("max_items",),
    "max_new": ("kinds", "min_confidence", "against"),
}
_EXAMPLE = 'for example [[rule]], metric = "bleu", max_drop = 0.5'


@dataclass(frozen=True, slots=True)
class GateRule:
    """One rule: `limit` is the name of what is limited and `value` how far it may go.

    `p` is how sure a drop must be to count, `max_items` how many items may drop too far, `kinds` which flags
    count (all where none is named) and `min_confidence` how sure they must be. `against` says what the texts
    are flagged against: their own references (or source), or with `baseline` the text of the old run.
    """

    metric: str
    limit: str
    value: float
    name: str
    p: float = 0.05
    max_items: int = 0
    kinds: tuple[str, ...] = ()
    min_confidence: float = 0.0
    against: str = "references"


@dataclass(frozen=True, slots=True)
class GateRules:
    """All rules of a file, and settings of their metrics (`tokenize`, `bleu.smooth`, ..)."""

    rules: tuple[GateRule, ...]
    settings: Mapping[str, Any] = field(default_factory=dict)

    def metrics(self) -> list[str]:
        """The metrics that the rules name, each once."""
        return list(dict.fromkeys(rule.metric for rule in self.rules))


def gate_rules_of(rules: GateRules | Source | Iterable[GateRule | Mapping[str, Any]]) -> GateRules:
    """Rules as they are at hand: read before, a file of them, objects, or mappings as in the file."""
    if isinstance(rules, GateRules):
        return rules
    if isinstance(rules, str | os.PathLike):
        return read_gate_rules(rules)
    rows = enumerate(rules, 1)
    return GateRules(tuple(one if isinstance(one, GateRule) else _rule(one, "rules", n) for n, one in rows))


def read_gate_rules(path: Source) -> GateRules:
    """Read a file of rules: TOML, or JSON where it begins with a brace."""
    name = name_of(path)
    text = "\n".join(line for _, line in read_lines(path))
    if not text.strip():
        raise InputError(f"is empty, expected rules, {_EXAMPLE}", file=name)
    given = _parsed(text, name)
    unknown = [key for key in given if key not in ("rule", "settings")]
    if unknown:
        raise InputError(
            f"unknown key, expected [[rule]] and [settings] ({_EXAMPLE})", file=name, field=unknown[0]
        )
    settings, rows = given.get("settings", {}), given.get("rule", [])
    if not isinstance(settings, dict):
        raise InputError("expected a table of settings", file=name, field="settings")
    if not isinstance(rows, list) or not rows:
        raise InputError(f"expected one or more rules, {_EXAMPLE}", file=name, field="rule")
    rules = tuple(_rule(row, name, place) for place, row in enumerate(rows, 1))
    names = [rule.name for rule in rules]
    twice = next((one for one in names if names.count(one) > 1), None)
    if twice is not None:
        raise InputError(f"two rules are called '{twice}': name them apart", file=name, field="name")
    return GateRules(rules, settings)


def _parsed(text: str, name: str) -> dict[str, Any]:
    try:
        if not text.lstrip().startswith("{"):
            return tomllib.loads(text)
        given = json.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, line = str(error), re.search(r"\(at line (\d+), column \d+\)", str(error))
        where = int(line[1]) if line else None
        raise InputError(f"not valid TOML ({message})", file=name, line=where) from None
    except (json.JSONDecodeError, RecursionError) as error:
        where = getattr(error, "lineno", None)
        raise InputError(
            f"not valid JSON ({getattr(error, 'msg', 'nested too deep')})", file=name, line=where
        ) from None
    assert isinstance(given, dict)
    return given


def _rule(row: Any, file: str, place: int) -> GateRule:
    where = f"rule {place}"
    if not isinstance(row, dict):
        raise InputError(f"expected a table, {_EXAMPLE}", file=file, field=where)
    limits = [key for key in LIMITS if key in row]
    if len(limits) != 1:
        shown = " and ".join(limits) or "none"
        if not limits and (slip := _near_limit(row)) is not None:
            where, shown = f"{where}.{slip[0]}", f"{slip[0]}: did you mean {slip[1]}?"
        message = f"expected one limit of {', '.join(LIMITS)}, found {shown}"
        raise InputError(message, file=file, field=where)
    limit = limits[0]
    known = ("name", "metric", limit, *_BESIDE.get(limit, ()))
    for key in row:
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f" (did you mean {near[0]}?)" if near else ""
            message = f"has no effect beside {limit}{hint}, expected {', '.join(known)}"
            raise InputError(message, file=file, field=f"{where}.{key}")
    take = _Taker(row, file, where)
    against = take.text("against", REFERENCES)
    if against not in (REFERENCES, BASELINE):
        raise take.refuse("against", f"found '{against}', expected {REFERENCES} or {BASELINE}")
    metric = take.text("metric")
    value = take.number(limit, least=None if limit.endswith("score") else 0.0)
    kinds = take.texts("kinds")
    usual = _named(metric, limit, value, kinds) + (" against the baseline" if against == BASELINE else "")
    return GateRule(
        metric, limit, value, take.text("name", usual),
        take.number("p", 0.05, least=0.0, most=0.5), int(take.number("max_items", 0.0, least=0.0)), kinds,
        take.number("min_confidence", 0.0, least=0.0, most=1.0), against,
    )  # fmt: skip


def _near_limit(row: Mapping[str, Any]) -> tuple[str, str] | None:
    """A key that looks like a misspelt limit, and that limit."""
    beside = {"name", "metric", *chain.from_iterable(_BESIDE.values())}
    keys = (key for key in row if key not in beside)
    return next(((key, near[0]) for key in keys if (near := get_close_matches(key, LIMITS, 1))), None)


def _named(metric: str, limit: str, value: float, kinds: Sequence[str]) -> str:
    """What a rule without a name is called."""
    shown = f"{value:g}"
    return {
        "max_drop": f"{metric} does not drop by more than {shown}" if value else f"{metric} does not drop",
        "min_score": f"{metric} is {shown} or more",
        "max_score": f"{metric} is {shown} or less",
        "max_item_drop": f"no item loses more than {shown} of {metric}",
        "max_new": f"{'no' if not value else shown} new flag of {metric}"
        + (f" ({', '.join(kinds)})" if kinds else ""),
    }[limit]


@dataclass(frozen=True, slots=True)
class _Taker:
    """Takes the fields of a rule, and complains precisely."""

    row: Mapping[str, Any]
    file: str
    where: str

    def refuse(self, key: str, message: str) -> InputError:
        return InputError(message, file=self.file, field=f"{self.where}.{key}")

    def text(self, key: str, usual: str | None = None) -> str:
        value = self.row.get(key, usual)
        if not isinstance(value, str) or not value.strip():
            raise self.refuse(key, "missing, expected a string" if value is None else "expected a string")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.row.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.refuse(key, "expected a list of strings")
        return tuple(value)

    def number(
        self, key: str, usual: float | None = None, *, least: float | None = None, most: float | None = None
    ) -> float:
        value = self.row.get(key, usual)
        if isinstance(value, bool) or not isinstance(value, int | float) or value - value != 0:
            raise self.refuse(key, "expected a finite number")
        if (least is not None and value < least) or (most is not None and value > most):
            bounds = f"{least:g} or more" if most is None else f"{least:g} to {most:g}"
            raise self.refuse(key, f"found {value:g}, expected {bounds}")
        return float(value)
