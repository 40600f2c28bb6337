"""The resolver that comes with the package, on the development story of CD-SCO: the figures of the docs."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.negation import Sentence, conll, embedded, score
from likewise.text.encoder import INSTALL, encoder_folder

FILE = Path(__file__).resolve().parents[3] / "shared" / "data" / "cd-sco" / "dev.conll"


@pytest.fixture(scope="module")
def story() -> list[Sentence]:
    if not FILE.exists():
        pytest.skip("cd-sco is not there: put the corpus under shared/data, beside this repository")
    return conll.load(FILE)


@pytest.mark.parametrize(
    ("raw", "gold_cues", "encoder", "scopes", "tokens"),
    [
        (False, True, True, 85, 91),
        (True, True, True, 84.5, 89.5),
        (True, False, True, 79.5, 86.5),
        (False, True, False, 83.5, 89),
        (True, True, False, 81, 86),
    ],
)
def test_scopes(
    story: list[Sentence], raw: bool, gold_cues: bool, encoder: bool, scopes: float, tokens: float
) -> None:
    if encoder and encoder_folder() is None:
        pytest.skip(f"the encoder is missing: {INSTALL}")
    resolver = embedded(encoder)
    answers = [
        resolver.resolve(s, raw=raw, cues=[one.cue for one in s.negations] if gold_cues else None)
        for s in story
    ]
    found = score(story, answers)
    assert found["cues"].f1 > 93
    assert found["scopes"].f1 > scopes
    assert found["tokens"].f1 > tokens
