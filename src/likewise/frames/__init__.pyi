"""The public names of likewise.frames: what other rooms and users may use."""

from .frame_scores import FrameScores as FrameScores, score_frames as score_frames
from .framed_sentence import FramedSentence as FramedSentence, FrameParser as FrameParser
from .parsers import frame_parser as frame_parser
from .treebank import framed_by_people as framed_by_people
