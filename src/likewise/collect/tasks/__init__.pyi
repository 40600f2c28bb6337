"""The public names of likewise.collect.tasks: what other rooms and users may use."""

from .base import Task as Task, TaskType as TaskType
from .boards import as_board as as_board, plain_board as plain_board
from .clean_text import language_name as language_name
from .clip import ClipTask as ClipTask
from .clip_player import clip_view as clip_view
from .custom import CustomTask as CustomTask
from .describe import DescribeTask as DescribeTask
from .follow import FollowTask as FollowTask
from .form import (
    ExampleAnswer as ExampleAnswer,
    Field as Field,
    Form as Form,
    LinksField as LinksField,
    Option as Option,
    SchemeField as SchemeField,
    SpansField as SpansField,
)
from .frames import FramesTask as FramesTask
from .grid import as_map as as_map
from .instruct import InstructTask as InstructTask
from .judged_frames import annotation_of as annotation_of
from .keyword_translation import (
    KEYWORD_KINDS as KEYWORD_KINDS,
    KeywordTranslationTask as KeywordTranslationTask,
)
from .marks import mark_lines as mark_lines, readable_answer as readable_answer
from .meaning import MeaningTask as MeaningTask
from .paraphrase import ParaphraseTask as ParaphraseTask
from .pattern import PatternTask as PatternTask
from .rate import RateTask as RateTask
from .registry import (
    get_task as get_task,
    load_yaml as load_yaml,
    read_task as read_task,
    task_names as task_names,
)
from .rhyme import RhymeTask as RhymeTask
from .robot_command import RobotCommandTask as RobotCommandTask, level_of as level_of
from .robot_understanding import (
    CARRIED_OUT as CARRIED_OUT,
    RobotUnderstandingTask as RobotUnderstandingTask,
    answered_move as answered_move,
    is_as_intended as is_as_intended,
)
from .safe_yaml import read_yaml as read_yaml
from .survey import SurveyTask as SurveyTask
