"""The twelve weights of the MEANT family: groups of PropBank labels that answer the same question.

Lo et al. (2014) and Wu et al. (2014) count twelve, "as defined in Lo and Wu (2011b)"; their names are not in
these papers, so what follows is the usual reading: who, what, whom, when, where, why, how and so on.
"""

from __future__ import annotations

from functools import cache

__all__ = ["GROUPS", "OTHER", "PREDICATE", "QUESTIONS", "group_of", "plain_label"]

GROUPS = (
    "pred", "agent", "experiencer", "benefactive", "temporal", "locative",
    "purpose", "manner", "extent", "modal", "negation", "other",
)  # fmt: skip
PREDICATE, OTHER = 0, len(GROUPS) - 1
QUESTIONS = (
    "DOES WHAT", "WHO", "WHAT", "WHOM", "WHEN", "WHERE", "WHY", "HOW", "HOW MUCH", "MAY", "NOT", "OTHER",
)  # fmt: skip
"""What each group answers, for people."""

_LABELS = {
    "ARG0": "agent",
    "ARG1": "experiencer",
    "ARG2": "benefactive",
    "ARGM-TMP": "temporal",
    "ARGM-LOC": "locative",
    "ARGM-DIR": "locative",
    "ARGM-GOL": "locative",
    "ARGM-PRP": "purpose",
    "ARGM-PNC": "purpose",
    "ARGM-CAU": "purpose",
    "ARGM-MNR": "manner",
    "ARGM-EXT": "extent",
    "ARGM-MOD": "modal",
    "ARGM-NEG": "negation",
}


@cache
def plain_label(label: str) -> str:
    """One spelling of a label: `A0` is `ARG0`, `AM-TMP` is `ARGM-TMP`; `C-` and `R-` stay in front."""
    name = label.strip().upper()
    if name[:2] in {"C-", "R-"}:
        return name[:2] + plain_label(name[2:])
    if name.startswith("AM-"):
        return "ARGM-" + name[3:]
    if len(name) >= 2 and name[0] == "A" and name[1].isdigit():
        return "ARG" + name[1:]
    return name


@cache
def group_of(label: str) -> int:
    """The group of a label: its place in `GROUPS`. Labels of no other group are in the last."""
    name = plain_label(label).removeprefix("C-").removeprefix("R-")
    return GROUPS.index(_LABELS.get(name, "other"))
