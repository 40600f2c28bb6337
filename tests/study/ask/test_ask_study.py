"""The study of question answering over the embedded questions, without extras."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest

from likewise.ask import embedded_questions, open_embedded_asker
from likewise.errors import InputError
from likewise.study.ask import AskStudy, ask_study, draw_ranks, study_settings

NAMES = ("paper's way, auto", "paper's way, gold", "ours, auto", "ours, best", "ours, gold")


@pytest.fixture(scope="module")
def study() -> AskStudy:
    asker = open_embedded_asker("zh", installed=False)
    return ask_study(asker, embedded_questions("zh")[::5], encoder=False, names=NAMES)


def test_gold_keywords_find_at_least_what_the_machine_finds(study: AskStudy) -> None:
    found = {one.name: one.figures["recall_at"]["5"] for one in study.runs}
    assert found["ours, gold"] >= found["ours, best"] >= found["ours, auto"] > 0.5


def test_printed_figures_stand_beside_the_papers_way(study: AskStudy) -> None:
    rows = {row["name"]: row for row in study.as_dict()["runs"]}
    assert rows["paper's way, gold"]["printed"]["top1_u"] == 0.19
    assert "printed" not in rows["ours, auto"]


def test_without_the_encoder_nothing_asks_for_it() -> None:
    assert all(
        one.retrieval not in ("dense", "fused", "ranks") for one in study_settings(encoder=False).values()
    )


def test_the_plot_has_a_curve_a_run(study: AskStudy) -> None:
    drawn = unescape(draw_ranks(study))
    assert [name for name in NAMES if name not in drawn] == []


def test_a_run_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="unknown run 'x'"):
        ask_study(open_embedded_asker("zh", installed=False), embedded_questions("zh")[:1], names=["x"])
