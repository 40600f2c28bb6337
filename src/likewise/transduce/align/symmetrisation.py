"""Two directed alignments made one (Och and Ney 2003, section 4; Koehn, Och and Marcu 2003, section 3)."""

from __future__ import annotations

from likewise.errors import InputError
from likewise.transduce.align.alignment import Alignment
from likewise.transduce.align.links import Links
from likewise.transduce.bitext import Bitext

__all__ = ["HEURISTICS", "symmetrise"]

HEURISTICS = ("grow-diag-final-and", "grow-diag", "intersection", "union")


def symmetrise(
    forward: Links, backward: Links, bitext: Bitext, how: str = "grow-diag-final-and"
) -> Alignment:
    """One alignment of the bitext from the links of both directions.

    `backward` are the links of the swapped bitext. "grow-diag" begins with the links that both have, and
    takes, row by row until nothing changes, each neighbour (also diagonally) that one of them has and that
    links a word without a link. "final-and" then takes forward, then backward links between two words that
    have none.
    """
    from likewise.transduce.align._kernels import symmetrised

    if how not in HEURISTICS:
        raise InputError(f"unknown way to symmetrise '{how}', expected one of: {', '.join(HEURISTICS)}")
    if len(forward.source) != len(bitext.target.ids) or len(backward.source) != len(bitext.source.ids):
        raise InputError("the links to symmetrise are not those of the bitext and of the bitext swapped")
    return Alignment(
        *symmetrised(
            *(forward.source, bitext.target.bounds, backward.source, bitext.source.bounds),
            *(how.startswith("grow-diag"), how == "grow-diag-final-and", how == "union"),
        )
    )
