"""What the columns of the arrays of rule segmentation hold, and how many symbols a rule is written with."""

from __future__ import annotations

STRAIGHT, INVERTED, ROWS, SPLITS = range(4)
"""Counters: uses of A -> [A A] and of A -> <A A>, rows in use, rows that were split."""

FORM, BIAFFIX, REMAINDER = range(3)
"""Of a split: its form, the row of the biaffix, the row of the remainder."""

SLOT, REPLACED = range(2)
"""Of a row: where in the hash table it stands, and the row that stood there before."""

HOST, HOST_FORM, SOURCE_WORDS, TARGET_WORDS, HOST_MASS = range(5)
"""Of a host of a biaffix: its row, the form of the split, the biaffix' lengths, the mass taken from it."""

PREFIXES, SUFFIXES, PREFIX_SUFFIX, SUFFIX_PREFIX = range(4)
"""Forms of a split, by where the biaffix stands in source and target; the last two are inverted."""

RULE_SYMBOLS = 2
"""The operator and the left side of a lexical rule; its words come on top."""

STRUCTURAL_SYMBOLS = 4
"""The operator and three times A."""

OTHER_SYMBOLS = 3
"""Symbols that are no words: A and the two operators."""
