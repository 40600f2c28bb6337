"""Words put in the place of their opposites, unless a denial or an exchange of sides makes up for it."""

from __future__ import annotations

from likewise.metrics.meaning.change import Change
from likewise.metrics.meaning.cue_words import cues_of
from likewise.metrics.meaning.detectors.stretch_view import change_between, is_near
from likewise.metrics.meaning.opposite_words import are_converse, are_opposites
from likewise.metrics.meaning.read_text import ReadText
from likewise.metrics.meaning.word_alignment import WordAlignment

__all__ = ["opposite_changes", "opposite_pairs"]


def opposite_pairs(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[tuple[int, int]]:
    """A word of A and its opposite in B, neither of which has a partner in the other text by its form."""
    kept = {alignment.to_b[i] for i in alignment.exact}
    ones = [i for i in range(len(a.words)) if i not in alignment.exact and _may_turn(a, i)]
    others = [j for j in range(len(b.words)) if j not in kept and _may_turn(b, j)]
    return [(i, j) for i in ones for j in others if are_opposites(a.lows[i], b.lows[j])]


def _may_turn(read: ReadText, i: int) -> bool:
    return not read.words[i].is_mark and read.lows[i].isalpha() and len(read.lows[i]) > 1


def opposite_changes(a: ReadText, b: ReadText, alignment: WordAlignment) -> list[Change]:
    """Opposites in one stretch of near texts, or hanging on the same words in others."""
    near, changes = is_near(alignment), []
    cues = len(cues_of(a)) - len(cues_of(b))
    for i, j in opposite_pairs(a, b, alignment):
        together = any(i in stretch.a and j in stretch.b for stretch in alignment.stretches)
        joined = _joined(alignment, i, j)
        if near and together:
            confidence = 0.9 if _says_much(a, i) and _says_much(b, j) else 0.45
        elif joined:
            confidence = 0.7 if near else 0.4
        else:
            continue
        if _turned_about(alignment, i, j):
            continue
        if cues:  # "not hot", "cold"
            confidence *= 0.5
        said = a.words[i].text, b.words[j].text
        sentence = f"'{said[0]}' became its opposite '{said[1]}'"
        changes.append(change_between("antonym", a, [i], b, [j], confidence, sentence))
    return changes


def _says_much(read: ReadText, i: int) -> bool:
    """Content, or a particle that makes a verb another: turn on, turn off."""
    particle = read.relations[i] == "compound:prt"
    return read.words[i].is_content or particle or read.tags[i] in {"ADJ", "NOUN", "VERB"}


def _turned_about(alignment: WordAlignment, i: int, j: int) -> bool:
    """Whether the two sides changed places too: A is taller than B, B is shorter than A; buy and sell."""
    a, b = alignment.a, alignment.b
    moved = any(k not in alignment.ordered and a.words[k].is_content for k in alignment.exact)
    compared = {"than"} <= set(a.lows) | set(b.lows)
    return moved and (compared or are_converse(a.lows[i], b.lows[j]))


def _joined(alignment: WordAlignment, i: int, j: int) -> bool:
    """Whether two words hang on, or are hung on by, the same content."""
    a, b = alignment.a, alignment.b
    ones = [*a.children[i], *([a.heads[i]] if a.heads[i] >= 0 else [])]
    others = {*b.children[j], *([b.heads[j]] if b.heads[j] >= 0 else [])}
    return any(k in alignment.exact and a.words[k].is_content and alignment.to_b[k] in others for k in ones)
