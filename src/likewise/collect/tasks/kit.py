"""What a task type is written with: its base, fields and examples, and checks that name the field."""

from __future__ import annotations

from likewise.collect.tasks.base import Task, check_about, check_examples, check_paragraphs, stimulus_values
from likewise.collect.tasks.clean_text import clean, has_words, same_wording
from likewise.collect.tasks.fields import check_fields, language_field, require_words
from likewise.collect.tasks.form import (
    ExampleAnswer,
    Field,
    Kind,
    LinksField,
    Option,
    SchemeField,
    SpansField,
)
from likewise.collect.tasks.units import units_of
from likewise.collect.tasks.value_checks import flag, inside, listing, mapping, name, number, only, whole
from likewise.errors import InputError

__all__ = [
    "ExampleAnswer",
    "Field",
    "InputError",
    "Kind",
    "LinksField",
    "Option",
    "SchemeField",
    "SpansField",
    "Task",
    "check_about",
    "check_examples",
    "check_fields",
    "check_paragraphs",
    "clean",
    "flag",
    "has_words",
    "inside",
    "language_field",
    "listing",
    "mapping",
    "name",
    "number",
    "only",
    "require_words",
    "same_wording",
    "stimulus_values",
    "units_of",
    "whole",
]
