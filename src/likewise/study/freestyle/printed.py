"""What the paper printed (Wu, Addanki, Saers & Beloucif 2013): Tables 1 and 4, and section 7 on French.

Every share is a number of judgements out of 255: 85 challenges, three judges each. Where the paper's text and
its tables differ, the tables stand here.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = [
    "CHALLENGES",
    "FRENCH",
    "JUDGES",
    "OURS",
    "OVERLAP",
    "PRINTED",
    "SCHEMES",
    "PrintedShares",
    "System",
]

CHALLENGES = 85
JUDGES = 3


class System(NamedTuple):
    """A trained system: its model, how its training pairs were chosen, what was done about disfluencies.

    `beyond`: with what goes beyond the paper, as `likewise freestyle train` sets it.
    """

    model: str
    select: str
    disfluency: str
    beyond: bool = False

    @property
    def name(self) -> str:
        """As the paper calls it: `istg+rs`, `tg`, `phrase+rs, filter`; `likewise` is ours."""
        if self.beyond:
            return "likewise"
        chosen = f"{self.model}+rs" if self.select == "rhyme" else self.model
        return chosen if self.disfluency == "correct" else f"{chosen}, {self.disfluency}"

    @property
    def folder(self) -> str:
        """A name for files."""
        return f"{self.model}-{self.select}-{self.disfluency}" + ("-beyond" if self.beyond else "")


class PrintedShares(NamedTuple):
    """Percent of judgements; `acceptable` counts the good ones too."""

    fluency_good: float
    fluency_acceptable: float
    rhyming_good: float
    rhyming_acceptable: float


PRINTED = {
    System("phrase", "adjacent", "correct"): PrintedShares(3.14, 4.70, 1.57, 4.31),
    System("tg", "adjacent", "correct"): PrintedShares(21.18, 54.51, 23.53, 39.21),
    System("istg", "adjacent", "correct"): PrintedShares(26.27, 57.64, 27.45, 48.23),
    System("phrase", "rhyme", "correct"): PrintedShares(30.59, 43.53, 1.96, 9.02),
    System("tg", "rhyme", "correct"): PrintedShares(34.12, 60.39, 20.00, 42.74),
    System("istg", "rhyme", "correct"): PrintedShares(30.98, 61.18, 30.98, 53.72),
    System("phrase", "adjacent", "filter"): PrintedShares(4.3, 13.72, 3.53, 7.06),
    System("phrase", "rhyme", "filter"): PrintedShares(31.76, 43.91, 12.15, 21.17),
    System("tg", "adjacent", "filter"): PrintedShares(17.25, 46.27, 18.04, 33.33),
    System("tg", "rhyme", "filter"): PrintedShares(28.63, 56.86, 14.90, 34.51),
}
"""Table 1 (the first six, disfluencies corrected) and what Table 4 adds (the last four, filtered)."""
OURS = System("istg", "rhyme", "correct", beyond=True)
FRENCH = PrintedShares(9.2, 30.2, 14.5, 38.0)
SCHEMES = {"precision": 35.81, "recall": 57.25, "f1": 44.06}
"""Section 5.1: rhyme schemes on 75 verses."""
OVERLAP = 15.0
"""Section 5.3: percent of the adjacent training pairs that the rhyme-selected ones have too."""
