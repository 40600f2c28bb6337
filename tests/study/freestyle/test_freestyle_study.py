"""The study of Freestyle: the printed tables are what they must be; a small study runs, stops and goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.freestyle import Verse
from likewise.study.freestyle import (
    OURS,
    PRINTED,
    FreestyleStudySettings,
    System,
    as_dict,
    freestyle_study,
    measured_rows,
    people_rows,
    write_freestyle_study,
)
from likewise.study.freestyle.song_split import split_songs

RHYMES = [("night", "light"), ("day", "way"), ("tree", "sea"), ("rain", "train"), ("ground", "sound")]
TG = System("tg", "adjacent", "correct")
SMALL = FreestyleStudySettings((TG, OURS), challenges=4, pairs=300, segmental_pairs=60)


def verse_file(folder: Path, songs: int = 20) -> Path:
    """Songs of couplets that are all alike but for their words."""
    lines = []
    for song in range(songs):
        lines.append(f"%% {song}\tours\tnobody\tsong {song}")
        for place in range(4):
            one, other = RHYMES[(song + place) % len(RHYMES)]
            lines += [
                f"we walked in song {song} under the {one}",
                f"and number {place} could hear the {other}",
            ]
        lines.append("")
    path = folder / "verse.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_printed_shares_are_of_255_judgements() -> None:
    # Slips of the print apart (4.3, 4.70 and sums of rounded shares), each is a whole number of 255.
    for shares in PRINTED.values():
        for share in shares:
            assert abs(share * 255 / 100 - round(share * 255 / 100)) < 0.06


def test_names_are_those_of_the_paper() -> None:
    assert [system.name for system in (*PRINTED, OURS)] == [
        "phrase", "tg", "istg", "phrase+rs", "tg+rs", "istg+rs",
        "phrase, filter", "phrase+rs, filter", "tg, filter", "tg+rs, filter", "likewise",
    ]  # fmt: skip


def test_no_song_of_a_challenge_is_learnt_from() -> None:
    verses = [
        Verse(f"v{n}", (f"line {n} of the song goes on", f"line {n} is over"), f"s{n}") for n in range(30)
    ]
    split = split_songs(verses, 3, seed=1)
    learnt, heard = {verse.song for verse in split.training}, {verse.song for verse in split.other}
    assert len(split.challenges) == 3
    assert not learnt & heard
    said = {line for verse in (*split.training, *split.other) for line in verse.lines}
    assert not said & set(split.challenges)
    assert split_songs(verses, 3, seed=1) == split


def test_too_few_songs_or_lines_are_refused() -> None:
    verses = [Verse("v", ("one two three four five",), f"s{n}") for n in range(2)]
    with pytest.raises(InputError, match="holds 2 songs, expected at least 3"):
        split_songs(verses, 1, seed=1)
    verses = [Verse("v", ("one two",), f"s{n}") for n in range(5)]
    with pytest.raises(InputError, match=r"holds only 0 lines fit to be challenges \(.*\), expected 85"):
        split_songs(verses, 85, seed=1)


def test_a_small_study_runs_and_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lyrics, folder = verse_file(tmp_path), tmp_path / "study"
    study = freestyle_study([lyrics], folder, SMALL)
    assert write_freestyle_study(study, folder) == ["items.jsonl", "report.html", "study.json"]
    rows = measured_rows(study)
    assert [row[0] for row in rows] == ["tg", "likewise"]
    assert people_rows(study) == [["tg", 21.18, None, 54.51, None, 23.53, None, 39.21, None]]
    items = [json.loads(line) for line in (folder / "items.jsonl").read_text("utf-8").splitlines()]
    assert {item["system"] for item in items} <= {"tg", "likewise"}
    assert {item["source"] for item in items} <= set(study.challenges)

    def fit(*given: object, **settings: object) -> None:
        raise AssertionError("what was kept is not made again")

    monkeypatch.setattr("likewise.study.freestyle.study.Freestyler.fit", fit)
    assert as_dict(freestyle_study([lyrics], folder, SMALL)) == as_dict(study)
    _rated(items, tmp_path / "rated.jsonl")
    again = freestyle_study([lyrics], folder, SMALL, ratings=tmp_path / "rated.jsonl")
    assert again.systems[0].people is not None
    assert again.systems[0].people["rhyming"].good == 0.5
    assert "50.00 (" in (people_rows(again)[0][6])


def _rated(items: list[dict[str, str]], path: Path) -> None:
    rows = [{**item, "human": {"fluency@a": 2, "rhyming@a": 3, "rhyming@b": 1}} for item in items]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def test_ratings_of_another_system_are_refused(tmp_path: Path) -> None:
    lyrics = verse_file(tmp_path)
    _rated([{"id": "1", "system": "theirs", "source": "a b", "candidate": "c d"}], tmp_path / "rated.jsonl")
    with pytest.raises(InputError, match="rates a system 'theirs', expected one of tg; likewise"):
        freestyle_study([lyrics], tmp_path / "study", SMALL, ratings=tmp_path / "rated.jsonl")
