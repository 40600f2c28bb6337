"""The public names of likewise.frames: what other rooms and users may use."""

from .framed_sentence import FramedSentence as FramedSentence, FrameParser as FrameParser
from .parsers import frame_parser as frame_parser
