"""The parser of a language, by the model that is asked for."""

from __future__ import annotations

from functools import cache

from likewise.errors import InputError
from likewise.frames.chinese_parser import ChineseParser
from likewise.frames.english_parser import EnglishParser
from likewise.frames.framed_sentence import FrameParser
from likewise.text import code_of, encoder_package

__all__ = ["LANGUAGES", "MODELS", "frame_parser"]

MODELS = ("auto", "small", "encoder")
"""`auto` is `encoder` where that is installed, else `small`."""
LANGUAGES = ("en", "zh")


def frame_parser(lang: str = "en", model: str = "auto") -> FrameParser:
    """The parser of a language: English or Chinese. Loaded once."""
    if model not in MODELS:
        raise InputError(f"{model}: expected one of {', '.join(MODELS)}", field="model")
    code = code_of(lang)
    if code not in LANGUAGES:
        raise InputError(f"{lang}: frames are read in {' and '.join(LANGUAGES)} only", field="lang")
    if code == "zh":
        if model == "encoder":
            raise InputError("encoder: there is one model of Chinese, and it needs no encoder", field="model")
        return _chinese()
    if model == "auto":
        model = "encoder" if encoder_package() else "small"
    return _english(model)


@cache
def _english(model: str) -> FrameParser:
    return EnglishParser.load(model)


@cache
def _chinese() -> FrameParser:
    return ChineseParser.load()
