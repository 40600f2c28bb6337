"""Words of instructions and sentences of routes."""

from __future__ import annotations

import pytest

from likewise.navigate import word_splitters as module
from likewise.navigate.word_splitters import characters, is_registered, register, sentences, words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Turn LEFT, then go!", "turn left then go"),
        ("the pink-flowered hall", "the pink flowered hall"),
        ("don't stop", "don't stop"),
        ("don’t stop", "don't stop"),
        ("'quoted' 2 steps_on", "quoted 2 steps on"),
        ("Straße überqueren", "straße überqueren"),
        ("...", ""),
        ("", ""),
    ],
)
def test_english_words(text: str, found: str) -> None:
    assert words(text) == tuple(found.split())


def test_chinese_words() -> None:
    assert words("向 左转 。", "zh") == words("向左转。", "zh") == ("向", "左", "转")
    assert words("向左转，走2步。", "zh") == ("向", "左", "转", "走", "2", "步")
    assert words("走到Sofa旁边", "zh-Hans") == ("走", "到", "sofa", "旁", "边")


def test_by_code_or_by_name_and_without_blanks() -> None:
    assert words("向左转", "Chinese") == words("向左转", "中文") == ("向", "左", "转")
    assert words("左にまがる", "ja") == ("左", "に", "ま", "が", "る")
    assert words("Gehe links!", "deutsch") == ("gehe", "links")


def test_a_language_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_registered", {})
    assert words("a|b", "xx") == ("a", "b")
    assert not is_registered("xx")
    register("xx", lambda text: text.split("|"))
    assert words("a b|c", "xx") == ("a b", "c")
    register("English", str.split)
    assert is_registered("en-GB")
    assert words("Don't stop.", "en") == ("Don't", "stop.")
    assert characters("") == []


def test_sentences() -> None:
    assert sentences("Turn left. Go on; stop!\nThis is it") == ["Turn left.", "Go on;", "stop!", "This is it"]
    assert sentences("Go 1.5 blocks. ...") == ["Go 1.5 blocks."]
    assert sentences("Walk to St. James... then stop!go on") == [
        "Walk to St. James...",
        "then stop!",
        "go on",
    ]
    assert sentences("向左转。走两步；停！", "zh") == ["向左转。", "走两步；", "停！"]
    assert sentences(" \n ") == []
