"""Ways through real analyses of CD-SCO: each begins at the cue, follows the crawler, and can be drawn."""

from __future__ import annotations

import gzip
import json
import re

from likewise.deep.drawings import draw_mrs
from likewise.deep.mrs import read_mrs
from likewise.draw.svg import escape
from likewise.negation.crawler import DeepReading, crawled_scope
from likewise.studio.negation.cue_paths import ways
from parts import real_data, require_data

PARSES = real_data("cd-sco-mrs", "train.jsonl.gz")
CUE = re.compile(r"\b(not|no|never|nothing|without|nobody)\b")
LINK = re.compile(r"^\S+ of _\S+$|^takes \S+ as |^modifier beside |^auxiliary of ")
SENTENCES = 150


def test_every_link_of_the_crawler_is_on_a_way_from_the_cue() -> None:
    require_data("cd-sco-mrs")
    with gzip.open(PARSES, "rt", encoding="utf-8") as lines:
        items = [item for item in map(json.loads, lines) if item["parses"]][:SENTENCES]
    linked = drawn = 0
    for item in items:
        cue = CUE.search(item["text"])
        if cue is None:
            continue
        first = item["parses"][0]
        mrs = read_mrs(first["mrs"])
        reading = DeepReading(item["text"].split(" "), mrs, first["derivation"], item["text"])
        answer = crawled_scope(reading, [cue.span()])
        found = ways(reading, answer, [cue.span()])
        drawing = draw_mrs(mrs, item["text"]) if answer.scope else ""
        for piece in answer.scope or ():
            steps = found[piece.token]
            if LINK.match(piece.reason):
                linked += 1
                assert steps, (item["text"], piece)
            if steps:
                assert steps[0]["predicate"] == answer.cue
                assert [step["link"] for step in steps].count("") == 1
            for step in steps:
                if step["predicate"]:
                    drawn += 1
                    node = f"{step['predicate']}<{step['start']}:{step['end']}>"
                    assert f'data-node="{escape(node)}"' in drawing
    assert linked > 300
    assert drawn > 1000
