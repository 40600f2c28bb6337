"""The public names of likewise.freestyle.rhyme.sounds: what other rooms and users may use."""

from .ending import Ending as Ending
from .english_ending import english_endings as english_endings
from .french_ending import (
    french_ending_rhyme as french_ending_rhyme,
    french_endings as french_endings,
)
from .languages import (
    endings_of_language as endings_of_language,
    other_language as other_language,
    verse_language as verse_language,
)
from .letter_ending import letter_endings as letter_endings
