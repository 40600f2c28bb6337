"""Agreement with people in four ways, on rows worked by hand, and files of ratings."""

from __future__ import annotations

from pathlib import Path

import pytest

from likewise.study.meant import human_agreement, meant_study, read_rated

TABLE = "sid\tsystem\tz\tsource\treference\thypothesis\n" + "".join(
    f"{n}\tA\t{n / 10}\tQuelle\tthe dog bit the man\t{text}\n"
    for n, text in enumerate(["rain", "the cat sat", "the dog sat", "the dog bit", "the dog bit the man"])
)
MQM = (
    "sid\tsystem\tmqm\ttext\n1\tSOURCE\t-\t狗\n1\tref\t0\tthe dog bit the man\n"
    "1\tA\t-1\tthe dog bit the man\n1\tB\t-5\tthe cat\n2\tref\t0\tit rains\n2\tA\t-2\tit pours\n2\tB\t-1\tit rains\n"  # noqa: E501
)


def test_four_ways() -> None:
    scores, people = [1.0, 2.0, 3.0, 3.0, 1.0, 2.0], [1.0, 2.0, 3.0, 1.0, 2.0, 3.0]
    found = human_agreement(scores, people, list("aaabbb"), ["x", "y", "z"] * 2, bootstrap=0)
    assert found["within"]["tau"] == pytest.approx((1.0 - 1 / 3) / 2)
    assert found["wmt"]["tau"] == pytest.approx((4 - 2) / 6)
    assert "system" not in found  # too few
    assert "ci" not in found["segment"]


def test_equal_scores_are_no_agreement() -> None:
    found = human_agreement([1, 1, 1, 1], [1, 2, 1, 2], list("aabb"), [None] * 4, bootstrap=20)
    assert found["wmt"]["tau"] == -1.0
    assert found["wmt"]["ci"] == [-1.0, -1.0]


def test_tables_of_others_are_read(tmp_path: Path) -> None:
    direct, mqm = tmp_path / "direct.tsv", tmp_path / "mqm.tsv"
    direct.write_text(TABLE, encoding="utf-8")
    mqm.write_text(MQM, encoding="utf-8")
    rows, human = read_rated(direct)
    assert (len(rows), human, rows[3].references) == (5, "z", ("the dog bit the man",))
    rows, human = read_rated(mqm)
    assert human == "mqm"
    assert [(one.id, one.system, one.human["mqm"]) for one in rows] == [
        ("1", "A", -1.0), ("1", "B", -5.0), ("2", "A", -2.0), ("2", "B", -1.0),
    ]  # fmt: skip


def test_study_turns_error_rates_round(tmp_path: Path) -> None:
    path = tmp_path / "direct.tsv"
    path.write_text(TABLE, encoding="utf-8")
    rows, human = read_rated(path)
    found = meant_study(rows, human, ["bleu", "wer", "chrf"], bootstrap=10)
    assert found.agreement["wer"]["segment"]["tau"] > 0.8
    assert found.as_dict()["metrics"]["wer"]["printed"] == {"gale_a": 0.10, "gale_b": 0.26}
    assert "<svg" in found.plot()
