"""The public names of likewise.robot: what other rooms and users may use."""

from .command_words import Word as Word, command_words as command_words
from .corpus import Command as Command, load_commands as load_commands
from .readings import Reader as Reader, Reading as Reading
from .spelling import (
    Correction as Correction,
    SpellingCorrector as SpellingCorrector,
    is_english_word as is_english_word,
)
from .vocabulary import (
    RobotVocabulary as RobotVocabulary,
    WordMeaning as WordMeaning,
    load_robot_vocabulary as load_robot_vocabulary,
    robot_vocabulary as robot_vocabulary,
)
