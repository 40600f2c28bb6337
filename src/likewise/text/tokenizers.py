"""Tokenisers by name. Each turns a line into words joined by single spaces.

`intl`, `zh`, `char` and `ja-mecab` are sacrebleu's own, and `13a` (mteval-v13a) gives what its own gives,
without loading it; `whitespace` splits at blanks;
`words` lower-cases, turns everything but letters, digits, `_` and `'` into blanks, and splits
(the convention under which spec figures such as BLEU 52.5 / PINC 77.2 on MSVD come out).
Plain ASCII lines of `13a`, `whitespace` and `words` are split by a kernel with equal results.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError, MissingPartError

__all__ = ["TOKENIZERS", "Tokenizer", "get_tokenizer", "tokenize"]

TOKENIZERS = ("13a", "whitespace", "words", "intl", "zh", "char", "ja-mecab")

_WHITESPACE = frozenset(b"\t\n\v\f\r\x1c\x1d\x1e\x1f ")
_NOT_WORDS = re.compile(r"[^\w\s']")
_WORDS, _SPACE, _ALONE = 0, 1, 2
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))
_MTEVAL = (
    (re.compile(r"([!-&(-+:-@\[-`{-~/])"), r" \1 "),  # symbols stand alone
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),  # stops after anything but a digit
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),  # and before anything but a digit
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),  # a dash after a digit
)


@dataclass(frozen=True)
class Tokenizer:
    """A named tokeniser; `classes` (of bytes) is there when plain ASCII can go through the kernel."""

    name: str
    line: Callable[[str], str]
    classes: npt.NDArray[np.uint8] | None = None
    unplain: npt.NDArray[np.bool_] | None = None
    mteval: bool = False
    lowercases: bool = False

    def __call__(self, text: str) -> list[str]:
        return self.line(text).split()


def tokenize(text: str, tokenizer: str = "13a") -> list[str]:
    """The words of a text under the named tokeniser."""
    return get_tokenizer(tokenizer)(text)


@cache
def get_tokenizer(name: str) -> Tokenizer:
    """The tokeniser of that name; `InputError` with the choices where there is none."""
    if name in {"whitespace", "none"}:
        return Tokenizer("whitespace", _join, _classes(_is_space), _beyond_ascii())
    if name == "words":
        return Tokenizer("words", _words, _classes(_is_no_word), _beyond_ascii(), lowercases=True)
    if name == "13a":
        return Tokenizer(name, _mteval, _classes(_is_space, _is_mteval), _beyond_ascii(b"&<"), True)
    if name == "ja-mecab":
        return Tokenizer(name, _mecab())
    modules = {"intl": "TokenizerV14International", "zh": "TokenizerZh", "char": "TokenizerChar"}
    if name not in modules:
        raise InputError(f"unknown tokeniser '{name}', expected one of {', '.join(TOKENIZERS)}")
    from importlib import import_module

    tokenizer = getattr(import_module(f"sacrebleu.tokenizers.tokenizer_{name}"), modules[name])()
    line = _uncached(tokenizer)
    return Tokenizer(name, lambda t: _join(line(t.rstrip())))


def _uncached(tokenizer: object) -> Callable[[str], str]:
    """The tokeniser's call without its lru_cache: distinct texts are tokenised once here anyway."""
    wrapped = getattr(type(tokenizer).__call__, "__wrapped__", None)
    if wrapped is None:
        return tokenizer  # type: ignore[return-value]
    return lambda text: str(wrapped(tokenizer, text))


def _mecab() -> Callable[[str], str]:
    try:
        from sacrebleu.tokenizers.tokenizer_ja_mecab import TokenizerJaMecab

        line = _uncached(TokenizerJaMecab())  # type: ignore[no-untyped-call]
    except (ImportError, RuntimeError):
        raise MissingPartError("the Japanese tokeniser", "likewise[ja]") from None
    return lambda text: _join(line(text.rstrip()))


def _join(text: str) -> str:
    return " ".join(text.split())


def _mteval(text: str) -> str:
    """The substitutions of mteval-v13a, in their order."""
    text = text.rstrip().replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in _ENTITIES if "&" in text else ():
        text = text.replace(entity, character)
    text = f" {text} "
    for pattern, replacement in _MTEVAL:
        text = pattern.sub(replacement, text)
    return _join(text)


def _words(text: str) -> str:
    return " ".join(_NOT_WORDS.sub(" ", text.lower()).split())


def _is_space(byte: int) -> bool:
    return byte in _WHITESPACE


def _is_no_word(byte: int) -> bool:
    return byte < 128 and not (chr(byte).isalnum() or chr(byte) in "_'")


def _is_mteval(byte: int) -> bool:
    """Bytes that 13a sets apart: its punctuation class, and (next to no digit) stops and commas."""
    return chr(byte) in '{|}~[\\]^_`!"#$%&()*+:;<=>?@/.,'


def _classes(
    space: Callable[[int], bool], alone: Callable[[int], bool] = lambda _: False
) -> npt.NDArray[np.uint8]:
    kinds = [_SPACE if space(b) else _ALONE if alone(b) else _WORDS for b in range(256)]
    return np.array(kinds, np.uint8)


def _beyond_ascii(extra: bytes = b"") -> npt.NDArray[np.bool_]:
    """Bytes whose line must go through Python: Unicode, and what 13a would unescape or drop."""
    return np.array([b >= 128 or b in extra for b in range(256)], np.bool_)
