"""Where candidates and gold are found, and what is counted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.study.parsers.data import read_study

Row = dict[str, Any]
Bank = Callable[..., Path]


def test_a_folder_and_a_file_in_it_give_the_same(bank: Bank) -> None:
    folder = bank()
    whole, alone = read_study(folder), read_study(folder / "bank-nbest.jsonl")
    assert (len(whole.items), whole.single, whole.without_gold, whole.meaning) == (16, 0, 0, True)
    assert whole.items[0].id == "see-cat"
    assert whole.golds[0].derivation == whole.items[0].analyses[1].derivation
    assert whole.fingerprint == alone.fingerprint
    assert read_study(folder, most=5).items == whole.items[:5]
    assert read_study(folder, most=5).fingerprint != whole.fingerprint


def test_items_that_cannot_be_used_are_counted(bank: Bank, found: list[Row], right: list[Row]) -> None:
    found[0]["parses"] = found[0]["parses"][:1]
    found[1]["parses"] = []
    data = read_study(bank(found, [row for row in right if row["id"] != "eat-cow"]))
    assert (len(data.items), data.single, data.without_gold) == (13, 2, 1)


def test_gold_found_beside_must_have_the_text(bank: Bank, right: list[Row]) -> None:
    right[3]["text"] = "Something else with the same number."
    folder = bank(right=right)
    assert read_study(folder).without_gold == 1
    assert read_study(folder, [folder / "bank.jsonl"]).without_gold == 0


def test_strangers_in_the_folder_are_passed_over(bank: Bank) -> None:
    folder = bank()
    (folder / "a-notes.jsonl").write_text("no JSON at all\n")
    (folder / "z-other.jsonl").write_text('{"id": "see-cat", "text": "We see the cat with it."}\n')
    assert len(read_study(folder).items) == 16


def test_a_profile_needs_its_gold(tmp_path: Path, found: list[Row], bank: Bank) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    (profile / "relations").write_text(
        "item:\n  i-id :integer :key\n  i-input :string\n\n"
        "parse:\n  parse-id :integer :key\n  i-id :integer :key\n\n"
        "result:\n  parse-id :integer :key\n  result-id :integer\n  derivation :string\n  mrs :string\n"
    )
    first = found[0]
    (profile / "item").write_text(f"10@{first['text']}\n")
    (profile / "parse").write_text("1@10\n")
    rows = (f"1@{n}@{p['derivation']}@{p['mrs']}\n" for n, p in enumerate(first["parses"]))
    (profile / "result").write_text("".join(rows))
    with pytest.raises(InputError, match="name the gold analyses by --gold"):
        read_study(profile)
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps({"id": "10", "text": first["text"], **first["parses"][1]}) + "\n")
    data = read_study(profile, [gold])
    assert (len(data.items), data.golds[0].mrs) == (1, first["parses"][1]["mrs"])


def test_without_mrs(bank: Bank, right: list[Row]) -> None:
    assert not read_study(bank(right=[{**row, "mrs": None} for row in right])).meaning


def test_complaints(tmp_path: Path, bank: Bank, found: list[Row], right: list[Row]) -> None:
    with pytest.raises(InputError, match="no such file or folder"):
        read_study(tmp_path / "absent")
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputError, match="is no profile and holds no JSON lines with lists of analyses"):
        read_study(empty)
    with pytest.raises(InputError, match="item see-cat stands twice"):
        read_study(bank([found[0], found[0]], name="twice"))
    single = [{**row, "parses": row["parses"][:1]} for row in found]
    with pytest.raises(InputError, match="no item with two or more analyses"):
        read_study(bank(single, name="single"))
    with pytest.raises(InputError, match="no item has a gold analysis; expected some with the same ids"):
        read_study(bank(right=[{**right[0], "id": "x"}]), [tmp_path / "bank" / "bank.jsonl"])
