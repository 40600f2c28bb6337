"""Scores of a file in a process of their own, `python -m likewise.studio.score.worker`, which then ends.

The functions are the ones that the command line uses.
"""

from __future__ import annotations

from math import isfinite
from typing import Any

from likewise.studio.worker_process import serve_job

__all__ = ["score_file"]


def score_file(job: dict[str, Any]) -> dict[str, Any]:
    """Scores of a file of segments, and the report that `likewise score --report` writes."""
    from likewise.evaluate import score, score_clusters
    from likewise.io import ReadLog, read_clusters, read_segments
    from likewise.metrics import required_fields, resolve
    from likewise.report import Explorer, scores_report, write_report

    metrics = resolve(job["metrics"], job.get("settings") or {})
    by = job.get("by")
    needs = required_fields(metrics, system=by == "system")
    log = ReadLog()
    rows = read_segments(job["segments"], format=job["format"], require=needs, log=log)
    explorer = Explorer(metrics)
    if job["clusters"]:
        texts = read_clusters(job["segments"])
        people = score_clusters(texts, metrics, bootstrap=job["bootstrap"], seed=job["seed"])
        write_report(scores_report(people, explorer), job["report"])
        return {"scores": _known(people.as_dict()), "warnings": list(people.warnings)}
    scores = score(
        rows, metrics, by=by, bootstrap=job["bootstrap"], seed=job["seed"], keep_segments=False,
        on_batch=explorer.add,
    )  # fmt: skip
    write_report(scores_report(scores, explorer), job["report"])
    return {"scores": _known(scores.as_dict()), "warnings": [*scores.warnings, *log.warnings()]}


def _known(value: Any) -> Any:
    """The same with null in the place of scores that are none, as JSON has it."""
    if isinstance(value, dict):
        return {key: _known(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_known(item) for item in value]
    return None if isinstance(value, float) and not isfinite(value) else value


if __name__ == "__main__":
    serve_job(score_file)
