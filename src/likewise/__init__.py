"""Likewise: collect, generate and judge text that means the same.

    import likewise as lw
    lw.score(segments, metrics=["bleu", "pinc"])
    lw.judge(segments, human="meaning", metrics=["bleu", "pinc"])

Names are imported when they are first used, so that `import likewise` costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from likewise import moved
from likewise.version import __version__

if TYPE_CHECKING:
    from likewise import data, metrics
    from likewise.errors import InputError, LikewiseError, MissingPartError, RefusedError
    from likewise.evaluate import (
        agree,
        compare,
        dimple,
        evaluate_paraphrases,
        explain,
        judge,
        leave_one_out,
        ordered_pairs,
        score,
        score_clusters,
    )
    from likewise.io import (
        dump_segments,
        read_clusters,
        read_parallel,
        read_patterns,
        read_scores,
        read_segments,
    )
    from likewise.loading import load
    from likewise.records import Cluster, Description, Pattern, Segment
    from likewise.report import save_report
    from likewise.text import tokenize

__all__ = [
    "Cluster",
    "Description",
    "InputError",
    "LikewiseError",
    "MissingPartError",
    "Pattern",
    "RefusedError",
    "Segment",
    "__version__",
    "agree",
    "compare",
    "data",
    "dimple",
    "dump_segments",
    "evaluate_paraphrases",
    "explain",
    "judge",
    "leave_one_out",
    "load",
    "metrics",
    "ordered_pairs",
    "read_clusters",
    "read_parallel",
    "read_patterns",
    "read_scores",
    "read_segments",
    "save_report",
    "score",
    "score_clusters",
    "tokenize",
]

_HOMES = {
    "errors": ("InputError", "LikewiseError", "MissingPartError", "RefusedError"),
    "records": ("Cluster", "Description", "Pattern", "Segment"),
    "text": ("tokenize",),
    "loading": ("load",),
    "report": ("save_report",),
    "io": (
        "dump_segments", "read_clusters", "read_parallel",
        "read_patterns", "read_scores", "read_segments",
    ),
    "evaluate": (
        "agree", "compare", "dimple", "evaluate_paraphrases", "explain", "judge",
        "leave_one_out", "ordered_pairs", "score", "score_clusters",
    ),
}  # fmt: skip
moved.install()

_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name in _HOME_OF:
        # Not stored here: `lw.judge` is the function, while the room `likewise.judging` stays importable.
        return getattr(import_module(f"likewise.{_HOME_OF[name]}"), name)
    if name in {"data", "metrics"}:
        return import_module(f"likewise.{name}")
    raise AttributeError(f"module 'likewise' has no attribute '{name}'")


def __dir__() -> list[str]:
    return list(__all__)
