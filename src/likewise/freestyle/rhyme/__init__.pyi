"""The public names of likewise.freestyle.rhyme: what other rooms and users may use."""

from .scheme import (
    RhymeScheme as RhymeScheme,
    indecomposable_schemes as indecomposable_schemes,
    rhyming_pairs as rhyming_pairs,
)
