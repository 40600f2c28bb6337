"""The files of a study: scores of all parsers, figures, a page, and `study.json` last."""

from __future__ import annotations

import json
from pathlib import Path

from likewise.io import Source, dump_scores, write_text
from likewise.study.parsers.figures import figures
from likewise.study.parsers.page import page
from likewise.study.parsers.study import ParserStudy
from likewise.study.parsers.summary import as_dict

__all__ = ["write_study"]


def write_study(study: ParserStudy, folder: Source) -> list[str]:
    """Write all files, each whole or not at all; gives their names."""
    files: dict[str, str] = {}
    for kind, mark in (("target", ""), ("gold", "-gold")):
        _scores(study, kind, Path(folder) / f"scores{mark}.csv")
        _sets(study, kind, Path(folder) / f"sets{mark}.csv")
        for number, drawn in enumerate(figures(study, kind), 1):
            files[f"figure-{number}{mark}.svg"] = drawn + "\n"
    files["report.html"] = page(study)
    files["study.json"] = json.dumps(as_dict(study), ensure_ascii=False, indent=1) + "\n"
    for name, text in files.items():
        with write_text(Path(folder) / name) as stream:
            stream.write(text)
    return ["scores.csv", "scores-gold.csv", "sets.csv", "sets-gold.csv", *files]


def _scores(study: ParserStudy, kind: str, path: Path) -> None:
    """A row a parser, which is called by its feature set and sigma."""
    table = study.against[kind].found.scores.table
    rows = {
        f"{name} sigma={sigma:.6g}": dict(zip(study.metrics, table[i, j].tolist(), strict=True))
        for i, name in enumerate(study.sets)
        for j, sigma in enumerate(study.sigmas.tolist())
    }
    dump_scores(rows, path)


def _sets(study: ParserStudy, kind: str, path: Path) -> None:
    """A row a feature set, at the sigma that each metric picks for it."""
    best = study.against[kind].found.scores.at_best.tolist()
    rows = zip(study.sets, best, strict=True)
    dump_scores({name: dict(zip(study.metrics, row, strict=True)) for name, row in rows}, path)
