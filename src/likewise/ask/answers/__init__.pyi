"""The public names of likewise.ask.answers: what other rooms and users may use."""

from .clusters import MERGES as MERGES, answers_of as answers_of
from .judgement import Judged as Judged, is_right as is_right, judge as judge
from .normal_form import normal_form as normal_form
from .numerals import numeral_value as numeral_value
