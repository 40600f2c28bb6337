"""Simplified and traditional characters: OpenCC where it is installed, else the pairs of a dictionary."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec

from likewise.errors import MissingPartError

__all__ = ["INSTALL_ASK", "as_script", "script_of", "to_simplified", "to_traditional"]

INSTALL_ASK = "likewise[ask]"


def to_simplified(text: str) -> str:
    """The text in simplified characters; as it is where OpenCC is not installed."""
    return _converted("t2s", text)


def to_traditional(text: str) -> str:
    """The text in traditional characters as Taiwan writes them; as it is where OpenCC is not installed."""
    return _converted("s2tw", text)


def as_script(text: str, lang: str) -> str:
    """The text in the script of `zh-Hans` or `zh-Hant`; as it is for any other language."""
    if lang == "zh-Hant":
        return to_traditional(text)
    return to_simplified(text) if lang == "zh-Hans" else text


def script_of(text: str) -> str:
    """`zh-Hant` where a character of the text is written in no simplified text, else `zh-Hans`."""
    return "zh-Hans" if to_simplified(text) == text else "zh-Hant"


def converter(setting: str) -> Callable[[str], str]:
    """OpenCC with one of its settings, or an error that says how to install it."""
    found = _opencc(setting)
    if found is None:
        raise MissingPartError("OpenCC (simplified and traditional characters)", INSTALL_ASK)
    return found


@lru_cache(maxsize=100_000)
def _converted(setting: str, text: str) -> str:
    found = None if text.isascii() else _opencc(setting)
    return found(text) if found else text


@cache
def _opencc(setting: str) -> Callable[[str], str] | None:
    if find_spec("opencc") is None:
        return None
    convert: Callable[[str], str] = import_module("opencc").OpenCC(setting).convert
    return convert
