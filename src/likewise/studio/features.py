"""The parts of the studio, a line each, in the order in which the documentation of the API lists them."""

from __future__ import annotations

from likewise.studio.feature import Feature, feature_of

__all__ = ["FEATURES"]

FEATURES: tuple[Feature, ...] = tuple(
    feature_of(f"likewise.studio.{name}")
    for name in (
        "entrance",
        "people",
        "campaigns",
        "designer",
        "work",
        "review",
        "clips",
        "ledger",
        "agreement",
        "data",
        "score",
        "paraphrase",
        "navigate",
        "robot",
        "ask",
        "diff",
        "negation",
        "frames",
        "freestyle",
        "health",
    )
)
