"""Denials that are in one text only."""

from __future__ import annotations

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.cue_words import cues_of, has_denial_inside
from likewise.metrics.meaning.detectors.opposites import opposite_pairs
from likewise.metrics.meaning.detectors.stretch_view import change_between, content, is_near
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment

__all__ = ["denial_changes"]

_RAISED = frozenset(["think", "believe", "expect", "want", "suppose", "seem", "appear", "likely"])


def denial_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """Words that deny in one text without an answer in the other."""
    if a.lang != b.lang or a.lang != "en":
        return _by_count(a, b)
    if is_near(alignment):
        return _in_stretches(a, b, alignment)
    return _on_predicates(a, b, alignment)


def _sentence(lost: bool, cue: str) -> str:
    return f"the denial '{cue}' is lost" if lost else f"'{cue}' denies what the first text says"


def _change(a: ReadText, b: ReadText, cue: int, lost: bool, others: list[int], confidence: float) -> Change:
    said = (a if lost else b).words[cue].text
    said = "not" if said in {"n't", "n’t"} else said
    sides = ([cue], others) if lost else (others, [cue])
    return change_between("negation", a, sides[0], b, sides[1], confidence, _sentence(lost, said), "NOT")


def _in_stretches(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    cues = [[i for i in cues_of(a) if i not in alignment.ordered], []]
    kept = {alignment.to_b[i] for i in alignment.ordered}
    cues[1] = [j for j in cues_of(b) if j not in kept]
    if len(cues[0]) == len(cues[1]):
        return []
    turned = opposite_pairs(a, b, alignment)
    if (len(cues[0]) + len(cues[1]) + len(turned)) % 2 == 0:
        return []
    changes = []
    for stretch in alignment.stretches:
        x, y = ([i for i in side if i in part] for side, part in ((cues[0], stretch.a), (cues[1], stretch.b)))
        if bool(x) == bool(y):
            continue
        others = [i for i in content(b if x else a, stretch.b if x else stretch.a)]
        inside = any(has_denial_inside((b if x else a).lows[i]) for i in (stretch.b if x else stretch.a))
        rest = [i for i in content(a if x else b, stretch.a if x else stretch.b) if i not in (x or y)]
        alone = not rest or len(rest) <= 2 * len(others) + 1
        confidence = 0.3 if inside else 0.9 if not others and not rest else 0.7 if alone else 0.5
        changes.append(_change(a, b, (x or y)[0], bool(x), [], confidence))
    return changes


def _on_predicates(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """The same predicate denied in one of two texts that differ much otherwise."""
    cues = cues_of(a), cues_of(b)
    if (len(cues[0]) - len(cues[1])) % 2 == 0 or opposite_pairs(a, b, alignment):
        return []
    lost = len(cues[0]) > len(cues[1])
    rich, poor = (a, b) if lost else (b, a)
    if any(has_denial_inside(low) for low in poor.lows):
        return []
    partner = alignment.to_b if lost else alignment.to_a
    exact = alignment.exact if lost else {alignment.to_b[i] for i in alignment.exact}
    for cue in cues[0] if lost else cues[1]:
        head = rich.heads[cue]
        if head >= 0 and head in exact and rich.words[head].is_content and alignment.overlap >= 0.4:
            return [_change(a, b, cue, lost, [partner[head]], 0.55)]
    return []


def _by_count(a: ReadText, b: ReadText) -> list[Change]:
    """Across languages: all denials of one text against none in the other."""
    cues = cues_of(a), cues_of(b)
    if bool(cues[0]) == bool(cues[1]):
        return []
    poor = b if cues[0] else a
    if poor.lang == "en" and any(has_denial_inside(low) for low in poor.lows):
        return []
    return [_change(a, b, (cues[0] or cues[1])[0], bool(cues[0]), [], 0.6)]
