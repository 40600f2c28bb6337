"""What the tree says of roles in the passive: its subject does not act, its agent is not acted upon.

In the treebank 1 % of the passive subjects are ARG0; the net is less sure than that where a verb is rare. So
the labels are barred in the words under such a subject, and ARG1 under the agent beside it.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["barred_roles"]

SUBJECTS = ("nsubj:pass", "csubj:pass")
AGENT = "obl:agent"
BARRED = {**dict.fromkeys(SUBJECTS, ("ARG0", "R-ARG0")), AGENT: ("ARG1", "R-ARG1")}


def barred_roles(
    heads: Sequence[int], relations: Sequence[str], predicate: int
) -> list[tuple[int, tuple[str, ...]]]:
    """Words and the labels that they cannot have for a predicate; heads count from 1, and 0 is the root."""
    under = {k: relations[k] for k, head in enumerate(heads) if head == predicate + 1}
    if not any(relation in SUBJECTS for relation in under.values()):
        return []
    barred = list[tuple[int, tuple[str, ...]]]()
    for word in range(len(heads)):
        top = word
        while heads[top] not in (0, predicate + 1):
            top = heads[top] - 1
        if heads[top] and relations[top] in BARRED:
            barred.append((word, BARRED[relations[top]]))
    return barred
