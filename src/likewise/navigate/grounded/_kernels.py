"""The one hot loop of the follower's network: rows added to rows."""

from __future__ import annotations

from typing import Any

from likewise.kernel import kernel

__all__ = ["add_rows"]


@kernel()
def add_rows(out: Any, to: Any, origin: Any, share: Any, rows: Any) -> None:
    """out[to[i]] += share[i] * rows[origin[i]] for each i in turn."""
    for i in range(len(to)):
        a, b, s = to[i], origin[i], share[i]
        for j in range(rows.shape[1]):
            out[a, j] += s * rows[b, j]
