"""Metrics by name: the house's own, and those that other packages add.

A package adds metrics by the entry-point group `likewise.metrics`: the entry's name is the
metric's, its value a `Metric` class (a frozen dataclass whose fields are the settings).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from math import isfinite
from typing import Any, get_type_hints

from likewise.errors import InputError
from likewise.metrics.base import Metric

__all__ = ["available", "coerce", "get", "metric_class", "required_fields", "resolve"]

GROUP = "likewise.metrics"

_OWN = {
    "bleu": "bleu:BLEU",
    "pinc": "pinc:PINC",
    "source-bleu": "bleu:SourceBLEU",
    "ibleu": "ibleu:IBLEU",
    "self-bleu": "self_bleu:SelfBLEU",
    "identify": "identify:Identify",
    "negation": "negation:NegationAgreement",
    "meaning": "meaning.metric:Meaning",
    "chrf": "chrf:CHRF",
    "ter": "ter.metric:TER",
    "wer": "word_errors.levenshtein:WER",
    "per": "word_errors.position_free:PER",
    "cder": "word_errors.block_moves:CDER",
    "invwer": "word_errors.inversions:InvWER",
    "nist": "nist.metric:NIST",
    "meant": "meant.monolingual:MEANT",
    "umeant": "meant.monolingual:UMEANT",
    "imeant": "meant.monolingual:IMEANT",
    "xmeant": "meant.xmeant:XMEANT",
    "xmeant-bitg": "meant.xmeant:XMEANTBitg",
    "cosine": "encoders.cosine:Cosine",
    "greedy": "encoders.greedy:Greedy",
    "verdict": "verdict:VerdictScore",
    "bleu-pinc-mean": "combined:ArithmeticMean",
    "bleu-pinc-geometric": "combined:GeometricMean",
    "bleu-pinc-harmonic": "combined:HarmonicMean",
    "pinc-sigmoid-bleu": "combined:PincSigmoidBLEU",
}


def available() -> list[str]:
    """Names of all metrics of segments, the house's first."""
    return [*_OWN, *(name for name in _added() if name not in _OWN)]


@cache
def _added() -> dict[str, Any]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def metric_class(name: str) -> type[Metric]:
    """The class of the metric of that name, or of `name:VALUE` where the metric may stand several times."""
    base, colon, _ = name.partition(":")
    if colon and base in available() and metric_class(base).several_by:
        return metric_class(base)
    if name in _OWN:
        module, _, attribute = _OWN[name].partition(":")
        kind: type[Metric] = getattr(import_module(f"likewise.metrics.{module}"), attribute)
        return kind
    if name in _added():
        loaded = _added()[name].load()
        if not (isinstance(loaded, type) and issubclass(loaded, Metric)):
            raise InputError(f"the entry point '{name}' in group {GROUP} is not a Metric class")
        return loaded
    near = get_close_matches(name.lower(), available(), 1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    hint = _ELSEWHERE.get(name.lower(), hint)
    raise InputError(f"unknown metric '{name}'{hint}, expected one of {', '.join(available())}")


_ELSEWHERE = {
    "bertscore": " (greedy matches tokens in the same way)",
    "comet": " (it is not one of ours; its own scores are read by --format comet, for judge)",
}
"""What to say to those who look for a well-known metric that is not here."""


def get(name: str, **settings: Any) -> Metric:
    """The metric of that name with settings, for example `get("bleu", tokenize="zh")`.

    `get("verdict:style")` is the metric `verdict` with its setting `judge`, so called in results.
    """
    kind = metric_class(name)
    known = [f.name for f in fields(kind)]
    value = name.partition(":")[2]
    if value and kind.several_by in settings:
        raise InputError(f"metric '{name}' names its {kind.several_by} already, and a setting does too")
    for key in settings:
        if key not in known:
            raise InputError(f"metric '{name}' has no setting '{key}', expected one of {', '.join(known)}")
    if not value:
        return kind(**settings)
    metric = kind(**settings, **{kind.several_by: value})
    object.__setattr__(metric, "name", name)
    return metric


def required_fields(metrics: Iterable[Metric], *, system: bool = False) -> list[str]:
    """The fields that the metrics need of every segment beside its candidate; `system` adds the system's."""
    needs = dict.fromkeys(field for metric in metrics for field in metric.needs())
    return [*needs, "system"] if system else list(needs)


def resolve(metrics: Iterable[str | Metric] | str, settings: Mapping[str, Any] | None = None) -> list[Metric]:
    """Metric objects from names and objects.

    A setting `key` goes to every named metric that has it, `metric.key` to that metric alone; one
    that no metric has is refused.
    """
    names = [m.strip() for m in metrics.split(",")] if isinstance(metrics, str) else list(metrics)
    if not names or "" in names:
        raise InputError("no metric named, expected one or more of " + ", ".join(available()))
    used: set[str] = set()
    chosen = [m if isinstance(m, Metric) else _configured(m, settings or {}, used) for m in names]
    unused = [key for key in (settings or {}) if key not in used]
    if unused:
        raise InputError(f"no metric named here has the setting '{unused[0]}'")
    repeated = [m.name for i, m in enumerate(chosen) if m.name in {other.name for other in chosen[:i]}]
    if repeated:
        raise InputError(f"metric '{repeated[0]}' is named twice")
    return chosen


def _configured(name: str, settings: Mapping[str, Any], used: set[str]) -> Metric:
    kind = metric_class(name)
    known = {f.name for f in fields(kind)}
    chosen: dict[str, Any] = {}
    # General settings first, so that one meant for this metric alone wins.
    for key, value in sorted(settings.items(), key=lambda item: ("." in item[0], ":" in item[0])):
        target, _, setting = key.rpartition(".")
        if setting in known and target in {"", name, name.partition(":")[0]}:
            used.add(key)
            chosen[setting] = coerce(kind, setting, value)
    return get(name, **chosen)


def coerce(kind: type[Metric], setting: str, value: Any) -> Any:
    """A setting given as text, turned into the type of its field."""
    if not isinstance(value, str):
        return value
    hint = str(get_type_hints(kind)[setting])
    truths = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    try:
        if "None" in hint and value.lower() == "none":
            return None
        if "bool" in hint:
            return truths[value.lower()]
        if "int" in hint:
            return int(value)
        return _finite(value) if "float" in hint else value
    except (KeyError, ValueError):
        message = f"metric '{kind.name}', setting {setting}: '{value}' does not fit, expected {hint}"
        raise InputError(message.replace("<class '", "").replace("'>", "")) from None


def _finite(text: str) -> float:
    value = float(text)
    if not isfinite(value):
        raise ValueError(text)
    return value
