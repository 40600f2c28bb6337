"""Scoring and agreement in a process of their own.

The compiled kernels need more memory than the whole studio, and a large file would keep the threads that
serve workers waiting; so the work is done by `python -m likewise.studio.scoring`, which takes one job as JSON
on standard input, gives its result as JSON, and ends. The functions are the ones the command line uses.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from likewise.errors import InputError, RefusedError

__all__ = ["file_of", "run_job"]

_SECONDS = 120
_AT_ONCE = threading.BoundedSemaphore(2)


def run_job(job: dict[str, Any], seconds: float = _SECONDS) -> dict[str, Any]:
    """Do the job in a child process; a complaint about the input comes back as `InputError`."""
    if not _AT_ONCE.acquire(timeout=seconds):
        raise RefusedError("conflict", "too much is being scored at this moment, try again")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "likewise.studio.scoring"],
            input=json.dumps(job).encode(), capture_output=True, timeout=seconds, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise InputError(f"scoring took more than {seconds:.0f} seconds; use likewise score") from None
    finally:
        _AT_ONCE.release()
    if done.returncode != 0:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        raise RuntimeError(f"the scoring process failed: {last}")
    result: dict[str, Any] = json.loads(done.stdout)
    if "complaint" in result:
        raise InputError(result["complaint"], line=result["line"], field=result["field"])
    return result


def _score(job: dict[str, Any]) -> dict[str, Any]:
    """Scores of a file of segments, and the report that `likewise score --report` writes."""
    from likewise.evaluate import score, score_clusters
    from likewise.io import read_clusters, read_segments
    from likewise.metrics import required_fields, resolve
    from likewise.report import Explorer, scores_report, write_report

    metrics = resolve(job["metrics"], job.get("settings") or {})
    by = job.get("by")
    needs = required_fields(metrics, system=by == "system")
    rows = read_segments(job["segments"], format=job["format"], require=needs)
    explorer = Explorer(metrics)
    if job["clusters"]:
        texts = read_clusters(job["segments"])
        people = score_clusters(texts, metrics, bootstrap=job["bootstrap"], seed=job["seed"])
        write_report(scores_report(people, explorer), job["report"])
        return {"scores": people.as_dict(), "warnings": list(people.warnings)}
    found = score(
        rows, metrics, by=by, bootstrap=job["bootstrap"], seed=job["seed"], keep_segments=False,
        on_batch=explorer.add,
    )  # fmt: skip
    write_report(scores_report(found, explorer), job["report"])
    return {"scores": found.as_dict(), "warnings": list(found.warnings)}


def _agreement(job: dict[str, Any]) -> dict[str, Any]:
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
    from likewise.judging.reliability import krippendorff_alpha

    try:
        found = krippendorff_alpha(table, "ordinal")
    except InputError:
        return {"alpha": None, "alpha_ci": [None, None]}
    return {"alpha": found.alpha, "alpha_ci": list(found.ci)}


def _kappa(table: Any) -> dict[str, Any]:
    """Cohen's kappa of two judges, Fleiss' of more, over the items that all of them rated."""
    import numpy as np

    from likewise.judging.reliability import cohen_kappa, fleiss_kappa

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


_JOBS = {"score": _score, "agreement": _agreement}


def main() -> None:
    """Read a job, do it, write its result."""
    job = json.loads(sys.stdin.buffer.read())
    try:
        result = _JOBS[job["job"]](job)
    except InputError as error:
        result = {"complaint": error.message, "line": error.line, "field": error.field}
    json.dump(_finite(result), sys.stdout, allow_nan=False)


def _finite(value: Any) -> Any:
    """The value with numbers that JSON lacks as null."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and value - value != 0 else value


def file_of(folder: Path, text: str | bytes, format: str) -> Path:
    """Pasted or uploaded segments as a file that a job can read."""
    path = folder / f"segments.{format}"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


if __name__ == "__main__":
    main()
