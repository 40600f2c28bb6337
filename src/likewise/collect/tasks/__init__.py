"""Task types: what people are asked, what they may answer, and what becomes of it.

    task = get_task("describe")
    settings = task.check_settings({})
    stimulus = task.check_stimulus({"url": "https://youtu.be/...", "start": 3, "end": 9}, settings)
    answer = task.check_answer({"text": "A dog barks.", "language": "English"}, stimulus, settings)
    task.texts(stimulus, answer)

Each type is one module and touches no database. Requesters add their own in YAML (`custom`).
"""

from __future__ import annotations

from likewise.collect.tasks.base import Task, TaskType
from likewise.collect.tasks.clip import ClipTask
from likewise.collect.tasks.custom import CustomTask
from likewise.collect.tasks.describe import DescribeTask
from likewise.collect.tasks.follow import FollowTask
from likewise.collect.tasks.form import ExampleAnswer, Field, Form, Option
from likewise.collect.tasks.instruct import InstructTask
from likewise.collect.tasks.meaning import MeaningTask
from likewise.collect.tasks.paraphrase import ParaphraseTask
from likewise.collect.tasks.pattern import PatternTask
from likewise.collect.tasks.rate import RateTask
from likewise.collect.tasks.registry import get_task, load_yaml, task_names
from likewise.collect.tasks.survey import SurveyTask

__all__ = [
    "ClipTask",
    "CustomTask",
    "DescribeTask",
    "ExampleAnswer",
    "Field",
    "FollowTask",
    "Form",
    "InstructTask",
    "MeaningTask",
    "Option",
    "ParaphraseTask",
    "PatternTask",
    "RateTask",
    "SurveyTask",
    "Task",
    "TaskType",
    "get_task",
    "load_yaml",
    "task_names",
]
