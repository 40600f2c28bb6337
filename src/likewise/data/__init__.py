"""The embedded corpus: small files written for this project, so that everything runs at once.

Texts and ratings alike are written examples, not measurements; README.md in this folder says more.
"""

from __future__ import annotations

from importlib.resources import files

from likewise.data.example_files import EXAMPLES, copy_examples
from likewise.io import ScoreTable, read_clusters, read_patterns, read_scores, read_segments
from likewise.records import Cluster, Pattern, Segment

__all__ = [
    "ASK_LANGUAGES",
    "EXAMPLES",
    "NAVIGATION_LANGUAGES",
    "NOTE",
    "ROBOT_LANGUAGES",
    "VERSE_LANGUAGES",
    "ask_files",
    "clusters",
    "copy_examples",
    "navigation_folder",
    "outputs",
    "path",
    "patterns",
    "profanity_hashes",
    "robot_files",
    "robot_folder",
    "scores",
    "verse",
]

NOTE = "The embedded texts and ratings are written examples, not measurements of people or systems."

ASK_LANGUAGES = ("zh", "ja")
"""The languages of the embedded documents that questions are asked of."""
NAVIGATION_LANGUAGES = ("en", "zh")
"""The languages that the embedded routes are in."""
ROBOT_LANGUAGES = ("en", "es", "zh")
"""The languages that the embedded orders to a robot are in."""
VERSE_LANGUAGES = ("en", "fr")
"""The languages that the embedded verse is in."""


def path(name: str) -> str:
    """Where an embedded file lies, for example `path("outputs.jsonl")`."""
    return str(files("likewise.data").joinpath(name))


def ask_files(lang: str = "zh") -> tuple[str, str, str]:
    """Where the paragraphs of a language lie, the English questions of all languages, and a small dictionary.

    The readers of such files live above this room, so these are paths and no records.
    """
    return path(f"ask/{lang}.jsonl"), path("ask/questions.jsonl"), path(f"ask/dictionary-{lang}.tsv")


def clusters() -> list[Cluster]:
    """44 clusters of 8 to 12 descriptions."""
    return list(read_clusters(path("clusters.jsonl")))


def navigation_folder() -> str:
    """Where the embedded routes lie: 4 maps, 80 routes in 346 sentences, each in English and Chinese.

    The reader of such folders lives above this room, so this is a path and no records.
    """
    return path("navigation")


def outputs() -> list[Segment]:
    """176 outputs of four imaginary systems with example ratings."""
    return list(read_segments(path("outputs.jsonl")))


def patterns() -> list[Pattern]:
    """Ranked paraphrase patterns of six terms."""
    return list(read_patterns(path("patterns.jsonl")))


def profanity_hashes() -> frozenset[str]:
    """Hashes of words that a family page leaves out (see `likewise.freestyle`)."""
    return frozenset(files("likewise.data").joinpath("verse/profanity_hashes.txt").read_text("utf-8").split())


def robot_folder() -> str:
    """Where the embedded boards and the English orders to a robot lie: layouts.txt, commands.tsv, rcl.tsv."""
    return path("robot")


def robot_files(lang: str = "en") -> tuple[str, str, str]:
    """Where the orders of a language lie, their trees in RCL, and the boards that they were written for.

    The readers of such files live above this room, so these are paths and no records.
    """
    ending = "" if lang == "en" else f"_{lang}"
    return path(f"robot/commands{ending}.tsv"), path(f"robot/rcl{ending}.tsv"), path("robot/layouts.txt")


def verse(lang: str = "en") -> str:
    """Where the embedded verse of a language lies: poems in the public domain, each after a `%%` line.

    The reader of verse lives above this room, so this is a path and no records.
    """
    return path(f"verse/{lang}.txt.gz")


def scores() -> ScoreTable:
    """A table of twelve systems and six metrics."""
    return read_scores(path("scores.csv"))
