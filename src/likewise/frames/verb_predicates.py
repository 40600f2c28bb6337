"""Verbs that the net takes for no predicate although the tree says that something happens there.

In the treebank a verb that is a root, or has a subject, an object or a clause, is a predicate nearly always;
the net is less sure where a word is rare or is mostly a noun ("bit").
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["verbs_left_out"]

CORE = ("nsubj", "csubj", "obj", "ccomp", "xcomp")


def verbs_left_out(
    tags: Sequence[str], predicates: Sequence[int], heads: Sequence[int], relations: Sequence[str]
) -> list[int]:
    """The verbs of a sentence that are predicates by its tree, and have the class 0 in `predicates`.

    Heads count from 1, and 0 is the root.
    """
    happening = {k for k, head in enumerate(heads) if head == 0}
    happening |= {head - 1 for head, name in zip(heads, relations, strict=True) if name.split(":")[0] in CORE}
    return [k for k in sorted(happening) if k >= 0 and tags[k] == "VERB" and not predicates[k]]
