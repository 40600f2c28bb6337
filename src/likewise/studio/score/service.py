"""Scores of pasted or uploaded segments, with the report that the command line writes."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any, Self

from likewise.studio.feature import Setup
from likewise.studio.score.report_shelf import ReportShelf
from likewise.studio.worker_process import run_job

__all__ = ["ScoreService"]


class ScoreService:
    """Scores, and for a while the reports of them, each for the one who asked."""

    def __init__(self) -> None:
        self.reports = ReportShelf()

    @classmethod
    def open(cls, setup: Setup) -> Self:
        """The service of a studio."""
        return cls()

    def score(
        self, maker: str, text: str | bytes, *, format: str, metrics: str, by: str | None,
        bootstrap: int = 0, seed: int = 12345, clusters: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """Score, keep the report for its maker, and give the scores with the report's token."""
        token, report = self.reports.place()
        with tempfile.TemporaryDirectory(prefix="likewise-score-") as folder:
            segments = Path(folder) / f"segments.{format}"
            segments.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
            job = {
                "segments": str(segments), "format": format, "metrics": metrics, "by": by,
                "bootstrap": bootstrap, "seed": seed, "report": str(report), "clusters": clusters,
            }  # fmt: skip
            scores = run_job("likewise.studio.score.worker", job)
        self.reports.keep(token, maker)
        return {**scores, "report": token}

    def close(self) -> None:
        """Remove the reports."""
        self.reports.clear()
