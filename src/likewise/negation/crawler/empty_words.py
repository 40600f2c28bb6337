"""Words that mean nothing by themselves, and punctuation (Packard et al. 2014, 3.2; Figure 2, 12 and 13).

Auxiliaries, complementizers, particles, expletives and relative pronouns have no predication. Each is in
scope if the right node of the syntax tree is; a node is in scope if the word that heads it is. One word can
pull in the next, so the templates are tried until nothing changes. The "to" of an infinitive follows its verb
only where something before it is in scope: annotators leave it out at the edge.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from likewise.negation.crawler.headed_tree import HeadedTree

__all__ = ["add_empty_words", "kind_of", "misread_complementizer", "punctuation"]

# By the names of lexical entries of the grammar.
_KINDS = {
    "auxiliary": r"_aux(_|$)|^be_|^(do|does|did|done|dont|didnt|doesnt)[0-9]*(_|$)",
    "infinitive marker": r"^to_c_",
    "complementizer": r"^(that|if|for|whether)_c(_|$)|_comp(_|$)",
    "relative pronoun": r"^(which|that|who|whom|whose)[0-9]*(_r|_rel|_[0-9])?$",
    "expletive": r"^(there_expl|it|it_expl)[0-9]*(_|$)",
    "comparative": r"^than_|^as_comp",
    "particle": r"_prtcl|_particle|^by_pass",
}
_PRONOUN = re.compile(r"^(i|you|he|she|it|we|they|there|this|these|those)[0-9]*(_|$)")
_VERB = re.compile(r"_v[0-9]*(_|$)|_aux|^be_|^have|^had|^do[0-9]*_|^did|^does")
_COMPILED = {kind: re.compile(pattern) for kind, pattern in _KINDS.items()}


def kind_of(entry: str) -> str | None:
    """What kind of empty word a lexical entry is; None for others."""
    return next((kind for kind, pattern in _COMPILED.items() if pattern.search(entry)), None)


def add_empty_words(tree: HeadedTree, active: dict[int, str], empty: Sequence[int]) -> dict[int, str]:
    """Reasons of the words in scope, the empty ones among them added."""
    reasons = dict(active)
    changed = True
    while changed:
        changed = False
        for word in empty:
            if word not in reasons and (reason := _template(tree, reasons, word)):
                reasons[word] = reason
                changed = True
    return reasons


def _template(tree: HeadedTree, reasons: dict[int, str], word: int) -> str | None:
    """Why an empty word is in scope, if it is."""
    kind = kind_of(tree.entries[word])
    if kind is None:
        return None
    if kind == "infinitive marker" and word - 1 not in reasons and not _any(_governor(tree, word), reasons):
        return None
    anchor = next((a for a in _ANCHORS[kind](tree, word) if a in reasons), None)
    return None if anchor is None else f"{kind} of {tree.forms[anchor]!r}"


def _any(words: Sequence[int], reasons: dict[int, str]) -> bool:
    return any(word in reasons for word in words)


def _complement(tree: HeadedTree, word: int) -> Sequence[int]:
    """The heads of the phrases that a word takes to its right; the subject of an inverted verb is none."""
    heads: list[int] = []
    for above in tree.path(tree.lexical[word]):
        node = tree.nodes[above]
        if node.head != word:
            break
        others = [d for d in node.daughters if tree.nodes[d].first > word]
        if node.rule.startswith("hd-cmp") and others and not _is_subject(tree, others[-1]):
            heads.extend(tree.heads(others[-1]))
    through = [head for head in heads if kind_of(tree.entries[head]) == "infinitive marker"]
    return [*heads, *(below for head in through for below in _complement(tree, head))]


def _is_subject(tree: HeadedTree, at: int) -> bool:
    """Whether a phrase after an inverted auxiliary is its subject: another phrase follows it."""
    parent = tree.nodes[tree.nodes[at].parent]
    if parent.parent < 0 or not _noun_phrase(tree, at):
        return False
    above = tree.nodes[parent.parent]
    return above.head == parent.head and len(above.daughters) > 1 and above.rule.startswith("hd-cmp")


def _noun_phrase(tree: HeadedTree, at: int) -> bool:
    return bool(re.search(r"^hdn|^sp-hd|^np|^n-|-hdn", tree.nodes[at].rule))


def _governor(tree: HeadedTree, word: int) -> Sequence[int]:
    """The head of the phrase that the word's own largest phrase belongs to."""
    parent = tree.nodes[tree.highest[word]].parent
    return () if parent < 0 else (tree.nodes[parent].head,)


def _sister(tree: HeadedTree, word: int) -> Sequence[int]:
    """The heads of what stands beside the word's own largest phrase: the verb phrase beside a subject."""
    sisters = tree.sisters(tree.highest[word])
    return tree.heads(sisters[-1]) if sisters else ()


_ANCHORS = {
    "auxiliary": _complement,
    "infinitive marker": _complement,
    "comparative": _complement,
    "complementizer": _governor,
    "relative pronoun": _sister,
    "expletive": _sister,
    "particle": _governor,
}


def misread_complementizer(tree: HeadedTree, reasons: dict[int, str]) -> int | None:
    """A "that" at the left edge of the scope which the reading takes for a pronoun though a subject follows.

    Some lexicons have no complementizer "that". One that opens the negated clause belongs to the clause
    above.
    """
    edge = min(reasons, default=0)
    if edge == 0 or edge + 1 not in reasons:
        return None
    entry, following = tree.entries[edge], tree.entries[edge + 1]
    if entry.startswith("that_det"):
        return edge if _PRONOUN.search(following) else None
    return edge if entry.startswith("that_") and not _VERB.search(following) else None


def punctuation(tokens: Sequence[str], taken: set[int]) -> list[int]:
    """The punctuation that stands between two tokens of the cue or scope."""
    signs = [at for at, token in enumerate(tokens) if not any(c.isalnum() for c in token)]
    return [at for at in signs if at - 1 in taken and at + 1 in taken]
