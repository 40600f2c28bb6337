"""likewise metrics: list the metrics and their settings."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from likewise.cli.command import Json, print_json
from likewise.metrics import available, metric_class

__all__ = ["metrics"]


def metrics(json_out: Json = False) -> None:
    """List the metrics, what they need, and their settings with defaults.

    Example: likewise metrics --json
    """
    rows: dict[str, dict[str, Any]] = {}
    for name in available():
        kind = metric_class(name)
        rows[name] = {
            "needs": [need for need in ("source", "references") if getattr(kind, f"needs_{need}")],
            "measures": kind.measures,
            "higher_is_better": kind.higher_is_better,
            "settings": {f.name: None if f.default is MISSING else f.default for f in fields(kind)},
            "summary": (kind.__doc__ or "").split("\n")[0],
        }
    if json_out:
        print_json({"metrics": rows})
        return
    for name, row in rows.items():
        better = "higher is better" if row["higher_is_better"] else "lower is better"
        print(
            f"{name}\n    {row['summary']}\n    needs {' and '.join(row['needs']) or 'candidates'}; {better}"
        )
        print("    " + " ".join(f"{key}={value}" for key, value in row["settings"].items()))
