"""Formats: what the records are read from and written to."""

from likewise.io.clusters import dump_clusters, read_clusters
from likewise.io.lines import Source, write_text
from likewise.io.patterns import dump_patterns, read_patterns
from likewise.io.scores import ScoreTable, dump_scores, read_scores
from likewise.io.segments import dump_segments, read_parallel, read_segments

__all__ = [
    "ScoreTable",
    "Source",
    "dump_clusters",
    "dump_patterns",
    "dump_scores",
    "dump_segments",
    "read_clusters",
    "read_parallel",
    "read_patterns",
    "read_scores",
    "read_segments",
    "write_text",
]
