"""likewise metrics."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import Any

from likewise.cli import options
from likewise.cli.console import print_json, print_table
from likewise.metrics import available
from likewise.metrics.registry import metric_class

__all__ = ["metrics"]


def metrics(json_out: options.Json = False) -> None:
    """List the metrics, what they need, and their settings with defaults.

    Example: likewise metrics --json
    """
    rows: dict[str, dict[str, Any]] = {}
    for name in available():
        kind = metric_class(name)
        rows[name] = {
            "needs": [need for need in ("source", "references") if getattr(kind, f"needs_{need}")],
            "higher_is_better": kind.higher_is_better,
            "settings": {f.name: None if f.default is MISSING else f.default for f in fields(kind)},
            "summary": (kind.__doc__ or "").split("\n")[0],
        }
    if json_out:
        print_json({"metrics": rows})
        return
    table = [
        [
            name,
            row["summary"],
            " ".join(row["needs"]),
            ", ".join(f"{k}={v}" for k, v in row["settings"].items()),
        ]
        for name, row in rows.items()
    ]
    print_table("Metrics", ["name", "what it says", "needs", "settings"], table)
