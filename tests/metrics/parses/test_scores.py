"""Means over sentences and ties, missing parses, what formats allow, reasons."""

from __future__ import annotations

import pytest

from likewise.errors import InputError
from likewise.io.brackets import loads_brackets
from likewise.metrics.parses import FORMATS, METRICS, Parse, allowed, chosen, explain_parse, score_parses
from likewise.metrics.parses.spans import plain, spans
from likewise.records import Tree

GOOD = Parse(loads_brackets("(S (NP (NN dogs)) (VP (VB bark)))"))
BAD = Parse(loads_brackets("(S (X (NN dogs)) (Y (VB bark)))"))


def test_formats_allow_what_the_specification_says() -> None:
    assert [len(FORMATS[name]) for name in ("ptb", "conllu", "derivation", "mrs")] == [8, 3, 11, 3]
    assert {*FORMATS["derivation"], *FORMATS["mrs"]} == {*METRICS}
    assert len(METRICS) == 14


def test_mean_over_sentences_and_over_ties() -> None:
    found = score_parses([GOOD, GOOD], [[GOOD], [GOOD, BAD]])
    # 100 and the mean of 100 and 1 of 3 brackets.
    assert found.metrics["LP"] == pytest.approx((100 + (100 + 100 / 3) / 2) / 2)
    assert found.sentences["ETM"].tolist() == [100, 50]
    assert found.as_dict()["missing"] == 0


@pytest.mark.parametrize("nothing", [[], [Parse()], [Parse(Tree(""))]])
def test_a_missing_parse_scores_0_and_is_counted(nothing: list[Parse]) -> None:
    found = score_parses([GOOD, GOOD], [nothing, [GOOD]])
    assert (found.n, found.missing) == (2, 1)
    assert found.metrics == {**dict.fromkeys(FORMATS["ptb"], 50.0), "AXB": 0.0}


def test_only_metrics_that_all_parses_allow() -> None:
    derivation = Parse(Tree("dog_n1", form="dog", entry="dog_n1"))
    assert allowed([derivation], [[derivation]]) == list(FORMATS["derivation"])
    assert allowed([derivation], [[GOOD]]) == list(FORMATS["ptb"])
    assert allowed([derivation], [[]]) == list(FORMATS["derivation"])


def test_metrics_by_name() -> None:
    assert chosen("up, lp", FORMATS["ptb"]) == ["LP", "UP"]
    with pytest.raises(InputError, match="BLEU: no such parser metric"):
        chosen("bleu", FORMATS["ptb"])
    with pytest.raises(InputError, match="EMM cannot be had from these files, only ETM"):
        chosen("emm", FORMATS["ptb"])


def test_refused() -> None:
    with pytest.raises(InputError, match="1 gold parses, but parses for 2 sentences"):
        score_parses([GOOD], [[], []])
    with pytest.raises(InputError, match="no sentence to score"):
        score_parses([], [])
    with pytest.raises(InputError, match="no metric in common"):
        score_parses([GOOD], [[Parse(mrs=type("M", (), {"rels": [1]})())]])


def test_explained() -> None:
    gold = Parse(loads_brackets("(S (NP (NN dogs)) (VP (VB bark) (RB here)))"))
    found = Parse(loads_brackets("(S (X (NN dogs) (NN bark)) (RB here))"))
    why = explain_parse(gold, found)
    assert why["scores"]["AXB"] == -1
    (crossed,) = why["crossed"]
    assert crossed["bracket"] == {"label": "X", "span": [0, 8], "text": "dogs bark"}
    assert [other["text"] for other in crossed["crosses"]] == ["bark here"]
    assert [row["label"] for row in why["brackets"]["missed"]] == ["NP", "VP"]
    assert [row["label"] for row in why["brackets"]["wrong"]] == ["X"]
    assert why["words"][1] == {
        "word": "bark", "span": [4, 8], "path": [["S", "VP", "VB"], ["S", "X", "NN"]], "pos": ["VB", "NN"],
    }  # fmt: skip
    assert "dependencies" not in why
    same = explain_parse(gold, gold)
    assert (same["crossed"], same["words"]) == ([], [])
    assert same["brackets"] == {"missed": [], "wrong": []}


def test_places_of_words() -> None:
    assert spans(["Do", "n't", "-LRB-", "``", "1\\/2", "such a"]) == [
        (0, 2),
        (2, 5),
        (5, 6),
        (6, 7),
        (7, 10),
        (10, 15),
    ]
    assert spans(["5", "%", ",", "ok."], punctuation=False) == [(0, 1), (1, 2), (2, 2), (2, 4)]
    assert plain("“Don’t”") == '"don\'t"'
    assert plain("e\u0301") == "é"
