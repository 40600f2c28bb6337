"""The trust that comes with the package: weights of signs learnt on the training stories of CD-SCO.

`benchmarks/negation.py --trust JSON` makes the table anew, and shows how thresholds do on three folds of the
training stories.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from likewise.data import path as data_path
from likewise.negation.crawler.trust import Trust

__all__ = ["LEAST", "default_trust"]

LEAST = 0.2
"""Trust from which the crawler answers where nothing else does: best for `scopes_b` on the folds."""


@cache
def default_trust() -> Trust:
    """The embedded weights."""
    rows = json.loads(Path(data_path("crawler_trust.json")).read_text(encoding="utf-8"))
    return Trust({str(name): float(weight) for name, weight in rows["weights"].items()})
