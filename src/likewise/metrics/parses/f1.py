"""F1 of what two parses have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Set
from typing import Any

__all__ = ["f1", "f1_counts"]


def f1(gold: Set[Hashable], found: Set[Hashable]) -> float:
    """F1 of two sets, in percent; 100 where both are empty, since nothing is wrong."""
    return _percent(len(gold & found), len(gold) + len(found))


def f1_counts(gold: Counter[Any], found: Counter[Any]) -> float:
    """F1 of two bags, in percent."""
    return _percent((gold & found).total(), gold.total() + found.total())


def _percent(both: int, all_of_them: int) -> float:
    return 200.0 * both / all_of_them if all_of_them else 100.0
