"""Numbers as Chinese and Japanese texts write them: digits, Han numerals in every hand, mixtures (3.5億)."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

__all__ = ["NUMERAL", "numeral_text", "numeral_value"]

_DIGITS = {char: value for value, chars in enumerate(
    ("〇零", "一壹壱弌", "二贰貳弐两兩", "三叁參参", "四肆", "五伍", "六陆陸", "七柒漆", "八捌", "九玖")
) for char in chars}  # fmt: skip
_SMALL = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000, "廿": 20, "卅": 30}
_GREAT = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8, "兆": 10**12}
_HAN = "".join([*_DIGITS, *_SMALL, *_GREAT])
NUMERAL = re.compile(rf"[0-9]+(?:,[0-9]{{3}})*(?:\.[0-9]+)?(?:[{_HAN}]+(?:[0-9]+[{_HAN}]+)*)?|[{_HAN}]+")
"""A number in text that is in NFKC."""
_PART = re.compile(r"[0-9]+(?:\.[0-9]+)?|.")


def numeral_value(text: str) -> Fraction | None:
    """What a numeral is worth; None where the text is no numeral.

    二〇〇四 is 2004, 三千七百九十 is 3790, 2.5万 is 25000.
    """
    bare = re.sub(r"[\s,]", "", unicodedata.normalize("NFKC", text))
    if not bare or not NUMERAL.fullmatch(bare):
        return None
    if all(char in _DIGITS for char in bare):
        return Fraction(int("".join(str(_DIGITS[char]) for char in bare)))
    total, section, digit = Fraction(0), Fraction(0), Fraction(-1)
    for part in _PART.findall(bare):
        if part in _DIGITS:
            digit = Fraction(_DIGITS[part]) if digit < 0 or digit == 0 else digit * 10 + _DIGITS[part]
        elif part in _SMALL:
            section += _SMALL[part] if part in "廿卅" else (digit if digit > 0 else 1) * _SMALL[part]
            digit = Fraction(-1)
        elif part in _GREAT:
            section += max(digit, Fraction(0))
            if _GREAT[part] > 10**4 and total and total < _GREAT[part]:  # 1万亿
                section, total = section + total, Fraction(0)
            total += (section or 1) * _GREAT[part]
            section, digit = Fraction(0), Fraction(-1)
        else:
            digit = Fraction(part)
    return total + section + max(digit, Fraction(0))


def numeral_text(value: Fraction) -> str:
    """The shortest way to write it in digits, as 3790 or 2.5."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"{float(value):.10f}".rstrip("0").rstrip(".")
