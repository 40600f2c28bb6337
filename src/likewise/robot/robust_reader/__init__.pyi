"""The public names of likewise.robot.robust_reader: what other rooms and users may use."""

from .plain_grammar import PlainGrammar as PlainGrammar
from .reader import RobustReader as RobustReader
