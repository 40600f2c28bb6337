"""The ways to find negations that the page offers: those of `likewise negation resolve`."""

from __future__ import annotations

__all__ = ["CRAWLER", "DEEP", "METHODS"]

CRAWLER = "crawler"
"""What is said to have found a scope that was read off a deep analysis."""
METHODS = ("best", "ranker", "tagger", "crawler", "crawler-n", "crawler-p", "combined")
"""The first is for sentences without analyses, where none is named."""
DEEP = "crawler-n"
"""For sentences with analyses, where none is named: the crawler wherever it can tell."""
