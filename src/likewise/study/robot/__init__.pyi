"""The public names of likewise.study.robot: what other rooms and users may use."""

from .drawing import draw_rule_curve as draw_rule_curve
from .printed import (
    PRINTED as PRINTED,
    PRINTED_STEPS as PRINTED_STEPS,
    PrintedRow as PrintedRow,
    PrintedStep as PrintedStep,
)
from .study import RobotStudy as RobotStudy, StudyRow as StudyRow, robot_study as robot_study
