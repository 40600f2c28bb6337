"""Tables 7 and 8 and Figure 3 of Mitamura et al. (2006) beside ours, and what each choice is worth.

Runs differ in one thing each from the product's way (`fused`, all candidates, all extractors): who
translates, which candidates are searched for, how documents are found, which extractor reads them. The
paper's own way is a row of its own: noisy channel, best candidate, relaxed queries, Light IX, nothing
merged.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from likewise.ask import Asker, AskSettings, GoldQuestion, evaluate_asker
from likewise.draw import Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.io import Source, fingerprint, write_text
from likewise.study.ask.printed import PRINTED
from likewise.version import __version__

__all__ = ["AskStudy", "StudyRun", "ask_study", "study_settings"]

_PAPER = AskSettings(candidates="best", retrieval="relaxed", extractors=("light-ix",), merge="off")
_OURS = AskSettings()


def study_settings(*, encoder: bool = True, translator: bool = False) -> dict[str, AskSettings]:
    """The runs by name; without the encoder those that need it are left out.

    With a `translator` of whole questions it is the keywords' rival.
    """
    ours = _OURS if encoder else replace(_OURS, retrieval="lexical")
    runs = {f"paper's way, {run}": replace(_PAPER, run=run) for run in ("auto", "best", "gold")}
    runs |= {f"ours, {run}": replace(ours, run=run) for run in ("auto", "best", "gold")}
    if translator:
        runs |= {f"translated: {name}": replace(ours, translate=name) for name in ("question", "both")}
    runs |= {f"candidates {name}": replace(ours, candidates=name) for name in ("best", "syn", "weighted")}
    methods = ("relaxed", "lexical", "dense", "ranks") if encoder else ("relaxed",)
    runs |= {f"retrieval {name}": replace(ours, retrieval=name) for name in methods}
    names = ("ranker", "light-ix", "patterns") if encoder else ("light-ix", "patterns")
    runs |= {f"extractor {name}": replace(ours, extractors=(name,)) for name in names}
    return runs | {"answers not merged": replace(ours, merge="off")}


@dataclass(frozen=True, slots=True)
class StudyRun:
    """One run with its figures, as `AskScores.as_dict` has them."""

    name: str
    settings: AskSettings
    figures: Mapping[str, Any]

    def as_dict(self, lang: str) -> dict[str, Any]:
        """For programs, with what the paper prints beside the paper's runs."""
        printed = PRINTED.get((lang, self.settings.run)) if self.name.startswith("paper's way") else None
        beside = {"printed": printed._asdict()} if printed else {}
        return {"name": self.name, "run": self.settings.run, **self.figures, **beside}


@dataclass(frozen=True, repr=False)
class AskStudy(Tabular):
    """All runs over the same questions."""

    lang: str
    runs: tuple[StudyRun, ...]

    def as_dict(self) -> dict[str, Any]:
        """For programs."""
        return {"lang": self.lang, "runs": [one.as_dict(self.lang) for one in self.runs]}

    def tables(self) -> Sequence[ResultTable]:
        """A row a run."""
        heads = (
            "run",
            "n",
            "translations",
            "R@1",
            "R@10",
            "Top1",
            "Top1+U",
            "named",
            "lost most by",
            "paper",
        )
        told = "percent; named: Top1+U of who, when, where, how many; paper: translations, Top1, Top1+U"
        rows = [_cells(one.as_dict(self.lang)) for one in self.runs]
        return [ResultTable(f"Questions in English, documents in {self.lang}", heads, rows, told)]


def _cells(row: Mapping[str, Any]) -> list[object]:
    printed = row.get("printed")
    beside = " / ".join(_percent(value).shown for value in printed.values()) if printed else ""
    lost = ", ".join(f"{stage} {count}" for stage, count in [*row["errors"].items()][:2])
    shares = (
        row["translation_accuracy"], row["recall_at"]["1"], row["recall_at"]["10"], row["top1"],
        row["top1_u"], row["named"]["top1_u"],
    )  # fmt: skip
    return [row["name"], row["n"], *map(_percent, shares), lost, beside]


def _percent(value: float | None) -> Figure:
    return Figure.of(None if value is None else 100 * value, 1)


def ask_study(
    asker: Asker,
    questions: Sequence[GoldQuestion],
    *,
    folder: Source | None = None,
    encoder: bool = True,
    names: Sequence[str] = (),
    progress: Callable[[str, int], None] | None = None,
) -> AskStudy:
    """Run all of `study_settings`, or those of the given names.

    With `folder` each run is kept there when it is done, and not made again for the same questions, index and
    version. `progress` is told of each question with the name of its run.
    """
    settings = study_settings(encoder=encoder, translator=asker.question_translator is not None)
    unknown = [one for one in names if one not in settings]
    if unknown:
        raise InputError(f"unknown run '{unknown[0]}', expected one of {', '.join(settings)}")
    rows = ([one.id, one.text, *one.answers] for one in questions)
    data = fingerprint([[asker.index.lang, len(asker.index), __version__, _sources(asker)], *rows])
    runs = []
    for name in names or settings:
        how = settings[name]
        kept = None if folder is None else Path(folder) / f"{_file_name(name)}.json"
        figures = _kept_figures(kept, data)
        if figures is None:
            own = asker if not name.startswith("paper's way") else asker.with_selection("channel")
            tell = None if progress is None else (lambda n, name=name: progress(name, n))
            figures = evaluate_asker(own, questions, how, progress=tell).as_dict()
            if kept is not None:
                kept.parent.mkdir(parents=True, exist_ok=True)
                with write_text(kept) as stream:
                    json.dump({"data": data, "name": name, "figures": figures}, stream, ensure_ascii=False)
        elif progress is not None:
            progress(name, len(questions))
        runs.append(StudyRun(name, how, figures))
    return AskStudy(asker.index.lang, tuple(runs))


def _sources(asker: Asker) -> str:
    """The sources of translations with their sizes, so that a run with others is made again."""
    known = asker.translator.sources if asker.translator else ()
    return ", ".join(f"{one.name} {len(one) if isinstance(one, Sized) else ''}" for one in known)


def _kept_figures(path: Path | None, data: str) -> Mapping[str, Any] | None:
    """What a run gave before, if it was over the same data."""
    if path is None or not path.is_file():
        return None
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        return None
    same = isinstance(row, dict) and row.get("data") == data
    figures: Mapping[str, Any] | None = row.get("figures") if same else None
    return figures


def _file_name(name: str) -> str:
    return "".join(sign if sign.isalnum() else "-" for sign in name)
