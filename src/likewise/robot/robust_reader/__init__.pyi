"""The public names of likewise.robot.robust_reader: what other rooms and users may use."""

from .reader import RobustReader as RobustReader
