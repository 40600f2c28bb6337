"""The public names of likewise.ask.answers: what other rooms and users may use."""

from .answer_forms import normal_form as normal_form
from .clusters import MERGES as MERGES, answers_of as answers_of
from .confidence import (
    NO_GOOD_ANSWER as NO_GOOD_ANSWER,
    Calibration as Calibration,
    calibration as calibration,
    no_good_answer as no_good_answer,
)
from .judgement import JudgedAnswers as JudgedAnswers, is_right as is_right, judge as judge
from .numerals import numeral_value as numeral_value
