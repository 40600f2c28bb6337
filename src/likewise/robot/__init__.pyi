"""The public names of likewise.robot: what other rooms and users may use."""

from .command_words import Word as Word, command_words as command_words
from .corpus import Command as Command, load_commands as load_commands
from .readings import Reader as Reader, Reading as Reading
