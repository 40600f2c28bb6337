"""The functions that take data of one's own give the same for every kind of them, warnings included."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.evaluate import pair_agreement
from likewise.io import ReadLog

pd = pytest.importorskip("pandas", reason="needs pandas: uv sync --group test")

# One candidate is empty, one has bars in a reference: both are worth a warning.
FIRST, SECOND, *REST = lw.data.outputs()
SEGMENTS = [replace(FIRST, candidate=""), replace(SECOND, references=("a man|||a tomato",)), *REST]
ROWS: list[dict[str, Any]] = [segment.as_dict() for segment in SEGMENTS]


def frame() -> Any:
    rows = [dict(row) for row in ROWS]
    human = [row.pop("human") for row in rows]
    return pd.DataFrame(rows).join(pd.DataFrame(human).add_prefix("human."))


def pieces() -> Iterator[Any]:
    whole = frame()
    return (whole[start : start + 50] for start in range(0, len(whole), 50))


def polars_frame() -> Any:
    polars = pytest.importorskip("polars", reason="needs polars: uv sync --group test")
    return polars.DataFrame(frame().to_dict("list"))


def lists() -> dict[str, Any]:
    names = {"candidates": "candidate", "references": "references", "sources": "source", "systems": "system"}
    columns = {keyword: [row[name] for row in ROWS] for keyword, name in names.items()}
    criteria = ROWS[0]["human"]
    return {**columns, "ids": [row["id"] for row in ROWS],
            "ratings": {name: [row["human"][name] for row in ROWS] for name in criteria}}  # fmt: skip


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "rows": lambda: {"segments": ROWS},
    "generator": lambda: {"segments": iter(ROWS)},
    "columns": lambda: {"segments": frame().to_dict("list")},
    "frame": lambda: {"segments": frame()},
    "frame with an index": lambda: {"segments": frame().set_index(["system", "id"])},
    "pieces of a frame": lambda: {"segments": pieces()},
    "polars": lambda: {"segments": polars_frame()},
    "lists": lambda: {"segments": None, **lists()},
}
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "score": lambda **own: lw.score(metrics="bleu,pinc,chrf", by="system", **own),
    "compare": lambda **own: lw.compare(metrics="bleu", samples=20, **own),
    "judge": lambda **own: lw.judge(metrics="bleu,chrf", bootstrap=20, **own),
    "plan_ratings": lambda **own: lw.plan_ratings(human="meaning", width=0.3, metrics="chrf", **own),
    "pair_agreement": lambda **own: pair_agreement(human="meaning", metrics="chrf", samples=20, **own),
}


@pytest.fixture(scope="module")
def wanted() -> dict[str, Any]:
    return {name: function(segments=SEGMENTS) for name, function in FUNCTIONS.items()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("function", FUNCTIONS)
def test_every_kind_of_data_gives_the_same_result(kind: str, function: str, wanted: dict[str, Any]) -> None:
    found = FUNCTIONS[function](**KINDS[kind]())
    assert found.as_dict() == wanted[function].as_dict()
    assert found.tables() == wanted[function].tables()
    # Segments were made already: what their reader remarked, their reader told.
    remarked = [text for text in found.warnings if "|||" not in text]
    assert remarked == list(wanted[function].warnings)


def places_left_out(warnings: Any) -> list[str]:
    return [text.partition(": ")[2] if text.startswith(("row ", "outputs.")) else text for text in warnings]


def test_rows_are_warned_of_as_files_are(tmp_path: Path) -> None:
    log = ReadLog()
    table = tmp_path / "outputs.csv"
    frame().assign(references=["a man|||a tomato"] * len(ROWS)).to_csv(table, index=False)
    from_file = [*places_left_out(lw.score(list(lw.read_segments(table, log=log)), "bleu").warnings),
                 *places_left_out(text.removeprefix(f"{tmp_path}/") for text in log.warnings())]  # fmt: skip
    rows = frame().assign(references=["a man|||a tomato"] * len(ROWS))
    from_frame = places_left_out(lw.score(rows, "bleu").warnings)
    assert len(from_frame) == 3
    assert [text.split(": ")[-1] for text in from_file] == [text.split(": ")[-1] for text in from_frame]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_a_bad_row_is_named_by_index_and_column_or_left_out_and_told(function: str) -> None:
    bad = frame().astype({"candidate": object})
    bad.index = [f"row-{place}" for place in range(len(bad))]
    bad.loc["row-7", "candidate"] = 3.5
    told = "row 7 (index 'row-7'), column 'candidate': expected a string, found a number"
    with pytest.raises(InputError) as caught:
        FUNCTIONS[function](segments=bad)
    assert str(caught.value) == told
    if function == "compare":  # systems must have answered the same
        with pytest.raises(InputError, match="all systems must cover the same ids"):
            FUNCTIONS[function](segments=bad, skip_broken=True)
        return
    left = FUNCTIONS[function](segments=bad, skip_broken=True)
    assert f"1 broken row was left out; the first: {told}" in left.warnings


@pytest.mark.parametrize("function", ["judge", "plan_ratings", "pair_agreement"])
def test_a_rating_in_a_column_of_another_name_is_found(function: str) -> None:
    renamed = frame().rename(columns=lambda name: "meaning" if name == "human.meaning@a" else name)
    only = renamed.drop(columns=[name for name in renamed if name.startswith("human.")])
    options = {"human": "meaning"} if function == "judge" else {}
    with pytest.raises(
        InputError, match=r"found 'meaning': is that it\? columns=\{'human.meaning': 'meaning'\}"
    ):
        FUNCTIONS[function](segments=only, **options)


def test_one_segment_may_be_a_row_of_any_kind() -> None:
    rows = frame().iloc[5:7]
    wanted = lw.explain(SEGMENTS[5], ["bleu", "pinc"])
    assert lw.explain(ROWS[5], ["bleu", "pinc"]) == wanted
    assert lw.explain(rows.iloc[0], ["bleu", "pinc"]) == wanted
    del wanted["human"]  # names with dots have no place in a tuple
    assert lw.explain(next(rows.itertuples(index=False)), ["bleu", "pinc"]) == wanted
    with pytest.raises(InputError, match="expected one segment, or a row as a mapping, found DataFrame"):
        lw.explain(rows)
    with pytest.raises(InputError, match="expected one segment, found columns of several"):
        lw.explain(rows.to_dict("list"))
    with pytest.raises(InputError, match="expected one segment, or a row as a mapping, found DataFrame"):
        lw.explain(polars_frame())
