"""The whole study on a small treebank: what it finds, resuming, and never taking a wrong part."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.evaluate import agree
from likewise.io import ScoreTable, read_scores
from likewise.metrics.parses import METRICS
from likewise.study.parsers import (
    ParserStudy,
    StudySettings,
    as_dict,
    beside_the_paper,
    choices,
    measurements,
    parser_study,
    study,
    write_study,
)

Row = dict[str, Any]
Bank = Callable[..., Path]

SETS = ("rules", "heads", "semantics", "pcfg")
HOW = StudySettings(SETS, (0.01, 100.0, 5), 3, bootstrap=5)


def made(data: Path, out: Path, how: StudySettings = HOW, **more: Any) -> ParserStudy:
    return parser_study(data, out, how, processes=1, **more)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_what_the_words_decide_only_sets_that_see_words_learn(bank: Bank, tmp_path: Path) -> None:
    found = made(bank(), tmp_path / "out")
    assert (found.parsers, found.counts.used, found.counts.exact) == (20, 16, 16)
    best = found.against["target"].found.best
    # The verb says which analysis is right. `heads` sees it, and `rules` does not.
    assert (best["ETM"][0], best["ETM"][2]) == ("heads", 100.0)
    scores = dict(zip(SETS, found.against["target"].found.scores.at_best[:, 0].tolist(), strict=True))
    assert scores["rules"] < 70 < scores["heads"]
    for against in found.against.values():
        assert (against.ceiling == [0 if name == "AXB" else 100 for name in METRICS]).all()
        assert (against.chance < against.ceiling)[:6].all()


def test_files_and_json(bank: Bank, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = made(bank(), out)
    names = write_study(found, out)
    assert sorted(names) == sorted(path.name for path in out.iterdir() if path.is_file())
    told = json.loads((out / "study.json").read_text())
    assert told == json.loads(json.dumps(as_dict(found)))
    assert told["parsers"] == 20
    assert set(told["best"]) == set(METRICS)
    assert set(told["best"]["LP"]) == {"features", "sigma", "score"}
    assert list(told["clusters"]) == ["1", "3", "5", "10", "20"]
    assert told["items"]["used"] == 16
    assert [row["paper"] for row in told["paper"]][:3] == ["1.8 to 3.9", "14.8", "0.41 %"]
    table = read_scores(out / "scores.csv")
    assert (len(table.systems), table.metrics) == (20, tuple(METRICS))
    assert table.systems[:2] == ("rules sigma=0.01", "rules sigma=0.1")
    # What the study says of its sets is what `likewise agree` says of their table.
    ours, read = found.against["target"].found, read_scores(out / "sets.csv")
    places = [read.metrics.index(name) for name in ours.compared]
    values = tuple(tuple(row[place] for place in places) for row in read.values)
    table = ScoreTable(read.systems, tuple(ours.compared), values)
    both = agree(table, best={name: 0.0 if name == "AXB" else 100.0 for name in ours.compared})
    assert both.spearman.tolist() == ours.spearman.tolist()
    assert {f"{at:g}": groups for at, groups in both.clusters_at.items()} == told["clusters"]
    # Of these sets `pcfg` alone has the baseline's templates, which is too few to rank.
    assert told["paper_extended"] == []
    assert told["against"]["gold"]["extended"] is None
    # The gold analysis is the target here, and no property differs.
    assert {value for value in told["target_and_gold"].values() if value is not None} == {1.0}
    page = (out / "report.html").read_text()
    assert page.count("<svg") == 12
    assert "Against the gold analyses" in page
    assert all((out / f"figure-{n}{kind}.svg").read_text().startswith("<svg") for n in (1, 2, 3, 4)
               for kind in ("", "-gold"))  # fmt: skip


def test_sets_that_extend_the_baseline(bank: Bank, tmp_path: Path) -> None:
    how = StudySettings(("heads", "gp1", "pcfg", "pcfg+heads"), (0.1, 10.0, 3), 2, bootstrap=0)
    found = made(bank(), tmp_path / "out", how)
    assert found.extending == ["gp1", "pcfg", "pcfg+heads"]
    whole, near = found.against["target"].found, found.against["target"].extended
    assert near is not None
    assert near.scores.table.tolist() == whole.scores.table[1:].tolist()
    rows = beside_the_paper(found, extended=True)
    assert rows[1]["target"] == beside_the_paper(found)[1]["target"]
    assert rows[8]["target"].endswith(")")
    assert as_dict(found)["against"]["target"]["extended"]["features"] == found.extending


def test_same_bytes_and_a_second_run_does_no_work(
    bank: Bank, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bank()
    for name in ("one", "two"):
        write_study(made(data, tmp_path / name), tmp_path / name)
    before = files(tmp_path / "one")
    assert before == files(tmp_path / "two")

    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("it was kept")

    for module, name in ((choices, "extract"), (choices, "cross_validate"), (study, "measure")):
        monkeypatch.setattr(module, name, refuse)
    write_study(made(data, tmp_path / "one"), tmp_path / "one")
    assert files(tmp_path / "one") == before
    fewer = made(data, tmp_path / "one", StudySettings(SETS[:2], HOW.sigmas, 3, bootstrap=0))
    assert (fewer.sets, fewer.against["gold"].noise) == (["rules", "heads"], None)


@pytest.mark.parametrize(
    "change",
    [{"folds": 4}, {"sigmas": (0.01, 100.0, 6)}, {"items": 12}],
)
def test_other_settings_take_no_wrong_part(bank: Bank, tmp_path: Path, change: Row) -> None:
    data, out = bank(), tmp_path / "out"
    made(data, out)
    how = StudySettings(**{**vars(HOW), **change})
    assert as_dict(made(data, out, how)) == as_dict(made(data, tmp_path / "fresh", how))


def test_other_data_or_heads_take_no_wrong_part(bank: Bank, tmp_path: Path, right: list[Row]) -> None:
    out = tmp_path / "out"
    made(bank(), out)
    other = [
        {**row, "derivation": row["derivation"].replace("hd-cmp_u_c 1 6", "hd-cmp_x_c 1 6")} for row in right
    ]
    changed = bank(right=other, name="changed")
    assert as_dict(made(changed, out)) == as_dict(made(changed, tmp_path / "fresh"))
    heads = changed / "rules.hds"
    heads.write_text("sb-hd_mc_c 2 0\n")
    assert as_dict(made(changed, out)) == as_dict(made(changed, tmp_path / "third", heads=heads))


def test_damaged_parts_are_made_again(bank: Bank, tmp_path: Path) -> None:
    data, out = bank(), tmp_path / "out"
    first = as_dict(made(data, out))
    before = files(out)
    for path in (out / "parts").iterdir():
        path.write_bytes(path.read_bytes()[:100])
    assert as_dict(made(data, out)) == first
    assert files(out) == before


@pytest.mark.parametrize("stage", ["metrics", "features", "parsers"])
def test_an_interrupt_leaves_whole_parts_only(bank: Bank, tmp_path: Path, stage: str) -> None:
    data, out = bank(), tmp_path / "out"

    @contextmanager
    def interrupting(what: str, _: int) -> Iterator[Callable[[int], None]]:
        steps = 0

        def step(done: int) -> None:
            nonlocal steps
            steps += 1
            if what == stage and (stage != "parsers" or steps == 20):
                raise KeyboardInterrupt

        yield step

    with pytest.raises(KeyboardInterrupt):
        made(data, out, progress=interrupting)
    kept = sorted(path.name.partition(".")[0] for path in out.glob("parts/*"))
    assert kept[:1] == {"metrics": [], "features": ["metrics"], "parsers": ["choices-rules"]}[stage]
    assert not any(path.name.endswith(".part") for path in out.glob("parts/.*"))
    assert as_dict(made(data, out)) == as_dict(made(data, tmp_path / "fresh"))


def test_broken_candidates_do_not_stop_it(bank: Bank, tmp_path: Path, found: list[Row]) -> None:
    found[1]["parses"][0]["derivation"] = "(root (broken"
    found[3]["parses"][2]["mrs"] = "[ TOP: h0"
    told = as_dict(made(bank(found), tmp_path / "out"))
    assert told["candidates"] == {"used": 38, "broken": 2}
    assert told["complaints"][0].startswith("item see-dog, analysis 1: broken derivation")


def test_few_sets_and_no_mrs(bank: Bank, tmp_path: Path, right: list[Row]) -> None:
    data = bank(right=[{**row, "mrs": None} for row in right])
    out = tmp_path / "out"
    found = made(data, out, StudySettings(("semantics", "rule&head"), (1.0, 1.0, 1), 2, bootstrap=5))
    assert (found.sets, len(found.metrics)) == (["rule&head"], 11)
    told = as_dict(found)
    assert (told["spearman_mean"], told["clusters"]) == (None, {})
    assert {row["target"] for row in beside_the_paper(found)[-5:]} == {"none"}
    write_study(found, out)
    json.loads((out / "study.json").read_text(), parse_constant=pytest.fail)
    with pytest.raises(InputError, match="look at the MRS"):
        made(data, out, StudySettings(("semantics",)))


def test_complaints(bank: Bank, tmp_path: Path) -> None:
    data = bank()
    with pytest.raises(InputError, match="only 2 items can be used"):
        made(data, tmp_path / "out", StudySettings(items=2))
    with pytest.raises(InputError, match="holds no study, so nothing is written"):
        made(data, data)
    with pytest.raises(InputError, match="holds no study, so nothing is written"):
        made(data, data / "bank.jsonl")
    with pytest.raises(InputError, match="its folder does not exist"):
        made(data, tmp_path / "a" / "b")
    assert measurements.metrics_of(True) == list(METRICS)
