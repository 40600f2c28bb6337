"""The last evaluation of a model, as JSON in its folder, so that it can be shown beside the model."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from likewise.errors import InputError
from likewise.io.lines import Source, write_text
from likewise.io.models import read_model

__all__ = ["keep_evaluation", "kept_evaluation"]

_FILE = "evaluation.json"


def keep_evaluation(folder: Source, evaluation: Mapping[str, Any]) -> str:
    """Put an evaluation (its `as_dict`) into a model's folder, in place of an older one; gives the file."""
    read_model(folder)
    path = Path(folder) / _FILE
    with write_text(path) as stream:
        stream.write(json.dumps(evaluation, ensure_ascii=False, indent=1) + "\n")
    return str(path)


def kept_evaluation(folder: Source) -> dict[str, Any] | None:
    """The evaluation in a model's folder as its JSON object, or None where there is none."""
    path = Path(folder) / _FILE
    try:
        result = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError):
        result = None
    if not isinstance(result, dict) or not isinstance(result.get("points"), list):
        raise InputError("expected the points of an evaluation", file=str(path))
    return result
