"""Whole trees: exact tree match (ETM) and node count match (NCM); Packard (2012), section 3."""

from __future__ import annotations

from likewise.metrics.parses.parse import Parse

__all__ = ["etm", "ncm"]


def etm(gold: Parse, parse: Parse) -> float:
    """100 if the trees are identical: rules or labels, lexical entries, and the words they stand over."""
    return 100.0 if gold.brackets == parse.brackets and _same_words(gold, parse) else 0.0


def _same_words(gold: Parse, parse: Parse) -> bool:
    """Whether the words are the same, with the same labels; brackets and paths together fix the shape."""
    if gold.words.keys() != parse.words.keys():
        return False
    if gold.punctuation and gold.characters != parse.characters:
        return False
    pairs = [(word, parse.words[key]) for key, word in gold.words.items()]
    return all(one.path == other.path and one.entry == other.entry for one, other in pairs)


def ncm(gold: Parse, parse: Parse) -> float:
    """100 if the trees have the same number of nodes, leaves among them."""
    return 100.0 if len(gold.brackets) + len(gold.words) == len(parse.brackets) + len(parse.words) else 0.0
