"""Traditional characters into simplified ones, by the forms that the Chinese parser knows."""

from __future__ import annotations

from functools import cache

from likewise.frames.chinese_characters import ChineseCharacters
from likewise.frames.chinese_parser import ChineseParser
from likewise.frames.parsers import frame_parser

__all__ = ["simplified_chinese"]


def simplified_chinese(text: str) -> str:
    """The text with simplified characters and its marks in one form; a character that is not known stays."""
    return _characters().simplified(text)


@cache
def _characters() -> ChineseCharacters:
    parser = frame_parser("zh")
    assert isinstance(parser, ChineseParser)
    return parser.network.characters
