"""The public names of likewise.freestyle: what other rooms and users may use."""

from .verse import (
    Verse as Verse,
    end_word as end_word,
    line_words as line_words,
    read_verses as read_verses,
)
