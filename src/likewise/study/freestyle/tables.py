"""The tables of the study: what machines measured, what people said, the paper's figures beside them."""

from __future__ import annotations

from typing import Any

from likewise.study.freestyle.printed import PRINTED
from likewise.study.freestyle.study import FreestyleStudy, StudiedSystem

__all__ = ["FIGURES", "as_dict", "measured_rows", "people_rows"]

FIGURES = {
    "vowel_rhyme": "last vowel, %",
    "perfect_rhyme": "perfect rhyme, %",
    "identical": "same end word, %",
    "copied_from_challenge": "from challenge, %",
    "copied_from_training": "from training, %",
    "stutter": "stutter, %",
    "perplexity": "perplexity",
}
"""The automatic figures in the order of their columns."""
_CRITERIA = ("fluency", "rhyming")


def measured_rows(study: FreestyleStudy) -> list[list[Any]]:
    """A row a system: pairs, rules, and each figure of `FIGURES`."""
    return [
        [one.system.name, one.sizes["pairs"], one.sizes["rules"], *(getattr(one.figures, f) for f in FIGURES)]
        for one in study.systems
    ]


def people_rows(study: FreestyleStudy) -> list[list[Any]]:
    """A row a system that the paper printed or people rated here: each share beside the printed one.

    Columns: system, then for fluency and rhyming good and at least acceptable, printed and ours each.
    """
    return [
        [one.system.name, *_beside(one)]
        for one in study.systems
        if one.system in PRINTED or one.people is not None
    ]


def _beside(one: StudiedSystem) -> list[Any]:
    cells: list[Any] = []
    printed = PRINTED.get(one.system)
    for criterion in _CRITERIA:
        ours = None if one.people is None else one.people.get(criterion)
        for level in ("good", "acceptable"):
            cells.append(None if printed is None else getattr(printed, f"{criterion}_{level}"))
            cells.append(None if ours is None else _share(getattr(ours, level), getattr(ours, f"{level}_ci")))
    return cells


def _share(share: float, interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{100 * share:.2f} ({100 * low:.1f} to {100 * high:.1f})"


def as_dict(study: FreestyleStudy) -> dict[str, Any]:
    """The study as a JSON object."""
    how = study.settings
    return {
        "challenges": list(study.challenges),
        "lines": study.lines,
        "settings": {
            "pairs": how.pairs, "segmental_pairs": how.segmental_pairs, "lang": how.lang, "seed": how.seed,
        },
        "systems": {one.system.name: _system(one) for one in study.systems},
    }  # fmt: skip


def _system(one: StudiedSystem) -> dict[str, Any]:
    printed = PRINTED.get(one.system)
    people = None if one.people is None else {name: levels.as_dict() for name, levels in one.people.items()}
    return {
        "model": one.system.model,
        "select": one.system.select,
        "disfluency": one.system.disfluency,
        "sizes": dict(one.sizes),
        "figures": one.figures.as_dict(),
        "printed": None if printed is None else printed._asdict(),
        "people": people,
        "responses": list(one.responses),
    }
