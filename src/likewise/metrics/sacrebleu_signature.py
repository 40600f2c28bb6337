"""The signature that sacrebleu gives a score, where ours is equal to its: BLEU, chrF and TER.

Of a score with intervals it names the score alone, without `bs` and `seed`: our resamples are others than
sacrebleu's, and the intervals differ in their last digits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

__all__ = ["sacrebleu_signature"]

Settings = Mapping[str, Any]

_FACTS = {"references", "bootstrap", "seed"}
_TOKENIZERS = {"13a": "13a", "whitespace": "none", "intl": "intl", "zh": "zh", "char": "char"}


def sacrebleu_signature(metric: str, settings: Settings) -> str | None:
    """What `sacrebleu` prints beside this number; None where it has no such setting, or does not name it."""
    references = settings.get("references")
    if metric not in _PARTS or not (references == "varying" or type(references) is int):
        return None
    known, parts_of = _PARTS[metric]
    if settings.keys() - known - _FACTS:
        return None
    parts = parts_of(settings)
    if parts is None:
        return None
    whole = {"nrefs": "var" if references == "varying" else references, **parts, "version": _version()}
    return "|".join(f"{key}:{value}" for key, value in whole.items())


@cache
def _version() -> str:
    return version("sacrebleu")


def _bleu(settings: Settings) -> dict[str, str] | None:
    value = settings.get("smooth_value")
    unnamed = settings["order"] != 4 or settings["with_source"] or settings["normalise"] != "none"
    tokenizer = _tokenizer(settings["tokenize"])
    if unnamed or tokenizer is None or (value is not None and round(value, 2) != value):
        return None
    smooth = settings["smooth"]
    return {
        "case": "lc" if settings["lowercase"] else "mixed",
        "eff": "yes" if settings["effective_order"] == "yes" else "no",
        "tok": tokenizer,
        "smooth": f"{smooth}[{value:.2f}]" if smooth in ("floor", "add-k") else smooth,
    }


def _tokenizer(name: str) -> str | None:
    if name != "ja-mecab":
        return _TOKENIZERS.get(name)
    from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab

    return str(TokenizerJaMecab().signature())  # type: ignore[no-untyped-call]


def _chrf(settings: Settings) -> dict[str, str] | None:
    if settings["beta"] != 2:
        return None
    case = "lc" if settings["lowercase"] else "mixed"
    orders = {"nc": str(settings["char_order"]), "nw": str(settings["word_order"])}
    effective = _yes(not settings.get("eps_smoothing", False))
    return {"case": case, "eff": effective, **orders, "space": _yes(settings.get("whitespace", False))}


def _ter(settings: Settings) -> dict[str, str]:
    return {
        "case": "lc" if settings["lowercase"] else "mixed",
        "tok": "tercom",
        "norm": _yes(settings["normalised"]),
        "punct": _yes(not settings["no_punctuation"]),
        "asian": _yes(settings["asian_support"]),
    }


def _yes(value: bool) -> str:
    return "yes" if value else "no"


_BLEU_SETTINGS = {
    "tokenize", "lowercase", "normalise", "order", "smooth", "smooth_value", "effective_order", "with_source",
}  # fmt: skip
_PARTS: dict[str, tuple[set[str], Callable[[Settings], dict[str, str] | None]]] = {
    "bleu": (_BLEU_SETTINGS, _bleu),
    "chrf": ({"lowercase", "char_order", "word_order", "beta", "whitespace", "eps_smoothing"}, _chrf),
    "ter": ({"lowercase", "normalised", "no_punctuation", "asian_support"}, _ter),
}
