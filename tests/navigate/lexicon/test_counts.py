"""Saved counts: same counts, same bytes; learning goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.io.models import ModelCard, write_model
from likewise.navigate.lexicon import SGOLL
from likewise.navigate.lexicon.entries import Example
from likewise.worlds import loads

EXAMPLES: list[Example] = [
    (("turn", "left"), loads("Turn ( LEFT ) , Verify ( front: SOFA )")),
    (("向", "右"), loads("Turn ( RIGHT )")),
    (("left",), loads("Turn ( LEFT )")),
]


def made(examples: list[Example]) -> SGOLL:
    learner = SGOLL(min_support=1, threshold=0.1)
    for example in examples:
        learner.update(example)
    return learner


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_same_counts_same_bytes(tmp_path: Path) -> None:
    made(EXAMPLES).save(tmp_path / "a")
    made(EXAMPLES[::-1]).save(tmp_path / "b")
    merged = made(EXAMPLES[:1])
    merged.merge(made(EXAMPLES[1:]))
    merged.save(tmp_path / "c")
    assert contents(tmp_path / "a") == contents(tmp_path / "b") == contents(tmp_path / "c")
    assert json.loads((tmp_path / "a" / "model.json").read_text())["kind"] == "navigation-lexicon"


def test_resumed(tmp_path: Path) -> None:
    made(EXAMPLES[:2]).save(tmp_path / "half")
    resumed = SGOLL.load(tmp_path / "half")
    assert resumed.settings() == made([]).settings()
    assert resumed.lexicon() == made(EXAMPLES[:2]).lexicon()
    for example in EXAMPLES[2:]:
        resumed.update(example)
    assert resumed.lexicon() == made(EXAMPLES).lexicon()


def test_what_fit_of_a_learner_did_before(tmp_path: Path) -> None:
    made(EXAMPLES[:2]).save(tmp_path / "half")
    with pytest.warns(DeprecationWarning, match=r"SGOLL\.fit\(examples, \*\*settings\)\.lexicon\(\)"):
        lexicon = SGOLL.load(tmp_path / "half").fit(EXAMPLES[2:])
    assert lexicon == made(EXAMPLES).lexicon()


def test_the_fingerprint_is_that_of_the_examples() -> None:
    learner = SGOLL.fit(EXAMPLES, min_support=1, threshold=0.1)
    assert learner.data == SGOLL.fit(EXAMPLES).data != SGOLL.fit(EXAMPLES[:2]).data
    assert SGOLL.fit(EXAMPLES, data="named").data == "named"
    learner.update(EXAMPLES[0])
    assert not learner.data


def test_nothing_counted(tmp_path: Path) -> None:
    made([]).save(tmp_path / "empty")
    merged = SGOLL.load(tmp_path / "empty")
    merged.merge(made(EXAMPLES))
    assert merged.lexicon() == made(EXAMPLES).lexicon()


def test_not_a_lexicon(tmp_path: Path) -> None:
    write_model(tmp_path / "other", ModelCard("paraphraser"))
    with pytest.raises(InputError, match="is a model of kind 'paraphraser', expected 'navigation-lexicon'"):
        SGOLL.load(tmp_path / "other")
    made(EXAMPLES).save(tmp_path / "broken")
    for name, content in (("names.json", b"[]"), ("counts.npz.z", b"x")):
        made(EXAMPLES).save(tmp_path / "broken")
        (tmp_path / "broken" / name).write_bytes(content)
        with pytest.raises(InputError, match="is no saved navigation-lexicon"):
            SGOLL.load(tmp_path / "broken")
    made(EXAMPLES).save(tmp_path / "broken")
    (tmp_path / "broken" / "names.json").unlink()
    with pytest.raises(InputError, match=r"the model lacks its file names\.json"):
        SGOLL.load(tmp_path / "broken")
