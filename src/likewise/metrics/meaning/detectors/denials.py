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
        return _moved(a, b, alignment, cues[0], cues[1])
    turned = opposite_pairs(a, b, alignment)
    if (len(cues[0]) + len(cues[1]) + len(turned)) % 2 == 0:
        return []
    changes = []
    for stretch in alignment.stretches:
        x, y = ([i for i in side if i in part] for side, part in ((cues[0], stretch.a), (cues[1], stretch.b)))
        if bool(x) == bool(y):
            continue
        rich, poor = (a, b) if x else (b, a)
        mine, theirs = (stretch.a, stretch.b) if x else (stretch.b, stretch.a)
        others = content(poor, theirs)
        still = alignment.ordered if poor is a else kept
        inside = any(has_denial_inside(low) for i, low in enumerate(poor.lows) if i not in still)
        rest = [i for i in content(rich, mine) if i not in (x or y)]
        partner = alignment.to_b if x else alignment.to_a
        new = [i for i in rest if partner[i] < 0]
        if not others and new and (rich.heads[(x or y)[0]] in new or rich.lows[(x or y)[0]] == "without"):
            continue  # a detail that has a denial in it
        rest = new
        alone = not rest or len(rest) <= 2 * len(others) + 1
        confidence = 0.3 if inside else 0.9 if not others and not rest else 0.7 if alone else 0.5
        changes.append(_change(a, b, (x or y)[0], bool(x), [], confidence))
    return changes


def _moved(
    a: ReadText, b: ReadText, alignment: WordAlignment, ones: list[int], others: list[int]
) -> list[Change]:
    """A denial that is on another word: he did not say she lied, he said she did not lie."""
    changes = []
    for i, j in zip(ones, others, strict=True):
        head, other = a.heads[i], b.heads[j]
        apart = head in alignment.ordered and other >= 0 and alignment.to_a[other] in alignment.ordered
        if not apart or alignment.to_b[head] == other:
            continue
        if not _RAISED.isdisjoint((a.words[head].key, b.words[other].key)):
            continue
        if a.words[head].is_content and b.words[other].is_content:
            said = a.words[head].text, b.words[other].text
            sentence = f"the denial moves from '{said[0]}' to '{said[1]}'"
            changes.append(change_between("negation", a, [i], b, [j], 0.7, sentence, "NOT"))
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
        around = [head, *rich.children[head], rich.heads[head]] if head >= 0 else []
        same = [h for h in around if h in exact and rich.words[h].is_content]
        if same and alignment.overlap >= 0.35:
            return [_change(a, b, cue, lost, [partner[same[0]]], 0.55)]
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
