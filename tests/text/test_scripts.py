"""Scripts that part no words."""

from __future__ import annotations

import pytest

from likewise.text.scripts import is_in_script, looks_unsegmented


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["A man cuts a tomato."], False),
        (["在桌子上有一只猫。", "一只猫"], True),
        (["猫がいます", "これはペンです"], True),
        (["Мужчина режет помидор"], False),
        (["رجل يقطع الطماطم"], False),
        (["the word 猫 means cat"], False),
        ([], False),
    ],
)
def test_looks_unsegmented(texts: list[str], expected: bool) -> None:
    assert looks_unsegmented(texts) is expected


@pytest.mark.parametrize(
    ("text", "script", "expected"),
    [
        ("A man cuts a tomato.", "Latin", True),
        ("Мужчина режет помидор", "Latin", False),
        ("Мужчина режет помидор", "Cyrillic", True),
        ("狗咬了人 (dog)", "CJK", True),
        ("ＡＢＣ", "Latin", True),
        ("42 17 😀", "Latin", True),
        ("", "Latin", True),
    ],
)
def test_is_in_script(text: str, script: str, expected: bool) -> None:
    assert is_in_script(text, script) is expected
