"""The robust reader: learns from pairs in any language, the same each time, and comes back from the disk."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from likewise.errors import InputError
from likewise.io import ModelFiles
from likewise.robot import (
    Command,
    RobotVocabulary,
    RobustReader,
    WordMeaning,
    command_words,
    embedded_commands,
)
from likewise.worlds.blocks import loads_rcl

LEARNT = {"en": 120, "es": 100, "zh": 100}
LEAST = {"en": 0.75, "es": 0.6, "zh": 0.6}


@cache
def reader(lang: str = "en") -> RobustReader:
    return RobustReader.fit(embedded_commands(lang)[: LEARNT[lang]])


def share_right(found: RobustReader, commands: tuple[Command, ...], most: int = 1) -> float:
    right = 0
    for one in commands:
        readings = found.read(command_words(one.text), most=most)
        assert one.rcl is not None
        right += one.rcl.bare() in [reading.rcl.bare() for reading in readings]
    return right / len(commands)


@pytest.mark.parametrize("lang", LEARNT)
def test_it_learns_from_pairs_in_any_language(lang: str) -> None:
    commands = embedded_commands(lang)
    known, new = commands[: LEARNT[lang]], commands[LEARNT[lang] :][:40]
    assert share_right(reader(lang), known) > 0.9
    assert share_right(reader(lang), new, most=5) > LEAST[lang]


def test_fitting_again_gives_the_same() -> None:
    commands = embedded_commands()[:30]
    one, other = RobustReader.fit(commands), RobustReader.fit(commands)
    assert one.saved_files() == other.saved_files()
    assert RobustReader.fit(commands, seed=1).saved_files() != one.saved_files()


def restored(found: RobustReader, folder: Path) -> RobustReader:
    for name, content in found.saved_files().items():
        (folder / name).write_bytes(content)
    return RobustReader.restored(ModelFiles(folder))


def test_what_was_saved_reads_the_same(tmp_path: Path) -> None:
    again = restored(reader(), tmp_path)
    assert again.saved_files() == reader().saved_files()
    for one in embedded_commands()[100:140]:
        words = command_words(one.text)
        assert again.read(words) == reader().read(words)


def test_readings_are_in_order_and_each_once() -> None:
    for one in embedded_commands()[120:150]:
        readings = reader().read(command_words(one.text), most=7)
        assert 0 < len(readings) <= 7
        scores = [found.score for found in readings]
        assert scores == sorted(scores, reverse=True)
        assert np.exp(scores).sum() <= 1 + 1e-6
        assert len({found.rcl.bare() for found in readings}) == len(readings)
        assert all(found.reader == "robust" for found in readings)


def test_leaves_stand_for_words_that_were_typed() -> None:
    words = command_words("pick up the redcube")
    tree = reader().read(words)[0].rcl
    leaves = {one.name: one.span for one in tree.walk() if one.value}
    assert leaves == {"action": (0, 2), "color": (3, 4), "type": (3, 4)}


def test_misspelt_words_are_told() -> None:
    best = reader().read(command_words("pick up the yelllow cube"))[0]
    assert best.notes == ("'yelllow' read as 'yellow'",)
    assert {one.value for one in best.rcl.walk() if one.value} == {"take", "yellow", "cube"}


def test_words_of_ones_own(tmp_path: Path) -> None:
    words = RobotVocabulary(
        [("wug", WordMeaning("type", "prism")), ("mauvish", WordMeaning("color", "white"))]
    )
    taught = RobustReader.fit(embedded_commands()[:120], vocabulary=words)
    best = taught.read(command_words("take the mauvish wug"))[0]
    assert [one.value for one in best.rcl.walk() if one.value] == ["take", "white", "prism"]
    again = restored(taught, tmp_path)
    assert again.vocabulary is not None
    assert [*again.vocabulary.rows()] == [*words.rows()]
    assert again.read(command_words("take the mauvish wug")) == taught.read(
        command_words("take the mauvish wug")
    )


def test_the_english_vocabulary_is_not_used_for_other_languages() -> None:
    values = {one.value for one in reader("en").read(command_words("take the crimson brick"))[0].rcl.walk()}
    assert {"red", "cube"} <= values
    notes = reader("es").read(command_words("toma el crimson"))[0].notes
    assert notes == ("'crimson' is not known",)


def test_progress_is_told() -> None:
    told: list[tuple[str, float]] = []
    RobustReader.fit(embedded_commands()[:8], progress=lambda what, at: told.append((what, at)))
    assert [at for _, at in told] == sorted(at for _, at in told)
    assert told[-1][1] == pytest.approx(1.0)


def test_without_trees_there_is_nothing_to_learn() -> None:
    with pytest.raises(InputError, match="no command has a tree whose leaves stand for words"):
        RobustReader.fit([Command("1", 1, "take the cube")])
    unaligned = loads_rcl("(event: (action: take) (entity: (type: cube)))")
    with pytest.raises(InputError, match="no command has a tree"):
        RobustReader.fit([Command("1", 1, "take it", unaligned)])


def test_nothing_is_read_out_of_nothing() -> None:
    assert reader().read(()) == []
    assert reader().read(command_words("...")) == []
