"""Reading an MRS and telling what is wrong with it, in one line.

Three faults make an MRS useless here and are refused: text that is no SimpleMRS, handles that contain each
other in a circle (no scope tree exists), and predicates without a place in the sentence. A handle constraint
that points to no predicate is passed over: parsers write such ones for fragments, and PyDelphin copes with
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from likewise.errors import InputError

if TYPE_CHECKING:
    from delphin.mrs import MRS

__all__ = ["check_mrs", "read_mrs"]


def read_mrs(text: str) -> MRS:
    """PyDelphin's MRS of a SimpleMRS text."""
    from delphin.codecs import simplemrs
    from delphin.exceptions import PyDelphinException

    try:
        return simplemrs.decode(text)
    except (PyDelphinException, ValueError, KeyError, IndexError, StopIteration) as error:
        said = " ".join(str(getattr(error, "message", None) or error).split())
        why = said or ("it ends too early" if isinstance(error, StopIteration) else type(error).__name__)
        raise InputError(f"broken MRS, expected SimpleMRS: {why}") from None


def check_mrs(mrs: MRS, text: str | None = None) -> None:
    """Refuse an MRS with cyclic handles, or with predicates that have no place in the text."""
    if not mrs.rels:
        raise InputError("broken MRS: it has no predicates")
    for ep in mrs.rels:
        if ep.lnk is None or ep.cfrom < 0 or ep.cto < ep.cfrom:
            raise InputError(f"missing offsets: predicate {ep.predicate} has no <from:to>")
        if text is not None and ep.cto > len(text):
            where = f"<{ep.cfrom}:{ep.cto}>"
            raise InputError(
                f"wrong offsets: {ep.predicate}{where} ends after the text ({len(text)} characters)"
            )
    circle = _circle(_below(mrs))
    if circle:
        raise InputError(f"cyclic handles: {' > '.join(circle)}")


def _below(mrs: MRS) -> dict[str, list[str]]:
    """Each label, and the labels that its predicates take as arguments."""
    low = {constraint.hi: constraint.lo for constraint in mrs.hcons}
    labels = {ep.label for ep in mrs.rels}
    below: dict[str, list[str]] = {}
    for ep in mrs.rels:
        arguments = [low.get(value, value) for role, value in ep.args.items() if role != "CARG"]
        below.setdefault(ep.label, []).extend(a for a in arguments if a in labels)
    return below


def _circle(below: Mapping[str, list[str]]) -> list[str]:
    """The first way from a handle back to itself, empty if there is none."""
    finished: set[str] = set()
    for start in below:
        path, choices = [start], [iter(below[start])]
        while path and start not in finished:
            step = next(choices[-1], None)
            if step is None:
                finished.add(path.pop())
                choices.pop()
            elif step in path:
                return [*path[path.index(step) :], step]
            elif step not in finished:
                path.append(step)
                choices.append(iter(below[step]))
    return []
