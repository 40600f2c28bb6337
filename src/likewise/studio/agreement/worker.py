"""Agreement of judges, measured by `python -m likewise.studio.agreement.worker`, which then ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from likewise.errors import InputError
from likewise.studio.worker_process import serve_job

__all__ = ["agreement"]


def agreement(job: dict[str, Any]) -> dict[str, Any]:
    """Alpha, kappa and the correlations of judges for each criterion."""
    import numpy as np

    criteria = []
    for criterion, by_judge in job["ratings"].items():
        judges = sorted(by_judge, key=lambda judge: (-len(by_judge[judge]), judge))
        keys = sorted({key for marks in by_judge.values() for key in marks})
        table = np.array([[by_judge[judge].get(key, np.nan) for key in keys] for judge in judges])
        matrix = _correlations(table)
        pairs = [v for i, row in enumerate(matrix) for v in row[:i] if v is not None]
        criteria.append(
            {
                "criterion": criterion, "judges": judges, "items": len(keys),
                "ratings": int(np.isfinite(table).sum()), "mean": float(np.nanmean(table)),
                **_alpha(table),
                **_kappa(table),
                "correlation": sum(pairs) / len(pairs) if pairs else None, "matrix": matrix,
            }
        )  # fmt: skip
    return {"criteria": criteria}


def _correlations(table: Any) -> list[list[float | None]]:
    """Pearson correlation of each two judges over what both rated, None where it is not defined."""
    import numpy as np

    def one(a: Any, b: Any) -> float | None:
        both = np.isfinite(a) & np.isfinite(b)
        if both.sum() < 2 or a[both].std() == 0 or b[both].std() == 0:
            return None
        return float(np.corrcoef(a[both], b[both])[0, 1])

    return [[1.0 if i == j else one(a, b) for j, b in enumerate(table)] for i, a in enumerate(table)]


def _alpha(table: Any) -> dict[str, Any]:
    """Krippendorff's alpha with its interval; undefined where all ratings are the same."""
    from likewise.judging import krippendorff_alpha

    try:
        measured = krippendorff_alpha(table, "ordinal")
    except InputError:
        return {"alpha": None, "alpha_ci": [None, None]}
    return {"alpha": measured.alpha, "alpha_ci": list(measured.ci)}


def _kappa(table: Any) -> dict[str, Any]:
    """Cohen's kappa of two judges, Fleiss' of more, over the items that all of them rated."""
    import numpy as np

    from likewise.judging import cohen_kappa, fleiss_kappa

    complete = table[:, np.isfinite(table).all(axis=0)].astype(int)
    name = "Cohen’s kappa" if len(table) == 2 else "Fleiss’ kappa"
    if len(table) < 2 or complete.shape[1] < 2:
        return {"kappa": None, "kappa_name": name}
    if len(table) == 2:
        return {"kappa": _number(lambda: cohen_kappa(complete[0], complete[1])), "kappa_name": name}
    grades = np.unique(complete)
    counts = np.array([(complete == grade).sum(axis=0) for grade in grades]).T
    return {"kappa": _number(lambda: fleiss_kappa(counts)), "kappa_name": name}


def _number(measure: Callable[[], Any]) -> float | None:
    """What is measured, or None where there is too little to measure."""
    try:
        return float(measure())
    except InputError:
        return None


if __name__ == "__main__":
    serve_job(agreement)
