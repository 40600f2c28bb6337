"""Scores of each segment as JSON lines; where a segment stands among others."""

from __future__ import annotations

import io
import json

import pytest

import likewise as lw
from likewise.evaluate import find_segment, score_cluster_file, segment_writer

ROWS = lw.data.outputs()


def test_each_segment_is_written_as_it_is_scored() -> None:
    metrics, stream = lw.metrics.resolve("bleu,pinc"), io.StringIO()
    scores = lw.score(ROWS, metrics, on_batch=segment_writer(stream, metrics))
    written = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [(row["id"], row["system"]) for row in written] == [(s.id, s.system) for s in ROWS]
    assert [row["scores"]["pinc"] for row in written] == list(scores["pinc"].segments)
    assert all("flags" not in row for row in written)


def test_a_metric_that_flags_has_its_flags_written() -> None:
    rows = [lw.Segment("1", "the dog barks", references=("the dog does not bark",))]
    metrics, stream = lw.metrics.resolve("negation"), io.StringIO()
    lw.score(rows, metrics, on_batch=segment_writer(stream, metrics))
    assert json.loads(stream.getvalue())["flags"]["negation"]


def test_clusters_in_a_file_score_as_clusters() -> None:
    path = str(lw.data.path("clusters.jsonl"))
    assert score_cluster_file(path).as_dict() == lw.score_clusters(lw.data.clusters()).as_dict()


def test_one_segment_is_found_by_id_and_system() -> None:
    assert find_segment(ROWS, "clip-07", "free").system == "free"
    with pytest.raises(lw.InputError, match="4 systems have the id 'clip-07': choose one by its name"):
        find_segment(ROWS, "clip-07")
    with pytest.raises(lw.InputError, match="no segment has the id 'x' of system 'free'"):
        find_segment(ROWS, "x", "free")
