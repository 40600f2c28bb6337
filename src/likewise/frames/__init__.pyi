"""The public names of likewise.frames: what other rooms and users may use."""

from .chinese_forms import simplified_chinese as simplified_chinese
from .frame_drawing import draw_frames as draw_frames, frames_in_words as frames_in_words
from .frame_files import FRAME_FORMATS as FRAME_FORMATS, read_frames as read_frames
from .frame_json import frames_as_dict as frames_as_dict
from .frame_scores import FrameScores as FrameScores, score_frames as score_frames
from .frame_sketch import sketch_frames as sketch_frames
from .framed_sentence import FramedSentence as FramedSentence, FrameParser as FrameParser
from .parsers import LANGUAGES as LANGUAGES, MODELS as MODELS, frame_parser as frame_parser
from .reading_flags import text_flags as text_flags
from .role_lines import dumps_role_lines as dumps_role_lines
from .treebank import framed_by_people as framed_by_people
