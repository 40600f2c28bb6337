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
from likewise.collect.tasks.clip import Clip
from likewise.collect.tasks.custom import Custom
from likewise.collect.tasks.describe import Describe
from likewise.collect.tasks.follow import Follow
from likewise.collect.tasks.form import Example, Field, Form, Option
from likewise.collect.tasks.instruct import Instruct
from likewise.collect.tasks.meaning import Meaning
from likewise.collect.tasks.paraphrase import Paraphrase
from likewise.collect.tasks.pattern import Pattern
from likewise.collect.tasks.rate import Rate
from likewise.collect.tasks.registry import get_task, load_yaml, task_names
from likewise.collect.tasks.survey import Survey

__all__ = [
    "Clip",
    "Custom",
    "Describe",
    "Example",
    "Field",
    "Follow",
    "Form",
    "Instruct",
    "Meaning",
    "Option",
    "Paraphrase",
    "Pattern",
    "Rate",
    "Survey",
    "Task",
    "TaskType",
    "get_task",
    "load_yaml",
    "task_names",
]
