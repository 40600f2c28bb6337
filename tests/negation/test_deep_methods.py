"""Methods that want deep analyses: who answers, why each word is in, and why the crawler is silent."""

from __future__ import annotations

from dataclasses import replace

import pytest

from likewise.deep import Analysis, Item
from likewise.errors import InputError
from likewise.negation import Method, Resolver, Sentence
from likewise.negation.crawler import Parses, Trust
from likewise.negation.samples import embedded_sentences
from likewise.negation.sentence import Part

TEXT = "He did not go ."
TREE = (
    '(root_strict (sb-hd_mc_c 0 4 (he 0 1 ("he")) (hd-cmp_u_c 1 4 (did1_pos 1 2 ("did")) '
    '(aj-hd_scp_c 2 4 (not 2 3 ("not")) (go_v1 3 4 ("go."))))))'
)
MRS = """[ TOP: h1 INDEX: e2 RELS: < [ pron<0:2> LBL: h3 ARG0: x4 ] [ neg<7:10> LBL: h5 ARG0: e6 ARG1: h7 ]
 [ _go_v_1<11:15> LBL: h8 ARG0: e2 ARG1: x4 ] > HCONS: < h1 qeq h5 h7 qeq h8 > ]"""
SENTENCE = Sentence(tuple(TEXT.split()))
CUE = [(Part(2, "not"),)]
SURE, UNSURE = Trust({"always": 9.0}), Trust({"always": -9.0})


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    return Resolver.fit(embedded_sentences()[:60])


def parses(mrs: str = MRS) -> Parses:
    return Parses([Item("1", TEXT, (Analysis(TEXT, TREE, mrs, -20.0),))])


@pytest.mark.parametrize("method", Method.deep())
def test_a_trusted_answer_is_taken_with_the_reasons_of_its_reading(method: str, resolver: Resolver) -> None:
    trusting = replace(resolver, parses=parses(), trust=SURE)
    (found,) = trusting.resolve(SENTENCE, cues=CUE, method=method).resolved
    assert found.method == "crawler"
    assert [part.text for part in found.negation.scope] == ["He", "did", "go"]
    assert found.reasons == ("ARG1 of _go_v_1", "auxiliary of 'go.'", "ARG1 of neg")
    assert found.trust == pytest.approx(1.0, abs=1e-3)


def test_without_trust_the_crawler_alone_is_silent_and_the_ranker_answers_behind_it(
    resolver: Resolver,
) -> None:
    deep = replace(resolver, parses=parses(), threshold=0.5, trust=UNSURE)
    (alone,) = deep.resolve(SENTENCE, cues=CUE, method="crawler").resolved
    assert (alone.method, alone.negation.scope) == ("none", ())
    assert alone.silent == "the crawler's answer is trusted 0.00, less than 0.5"
    (behind,) = deep.resolve(SENTENCE, cues=CUE, method="crawler-p").resolved
    assert behind.method == "ranker"
    assert behind.negation == resolver.resolve(SENTENCE, cues=CUE, method="ranker").negations[0]
    doubting = replace(resolver, parses=parses(), trust=UNSURE)
    (never,) = doubting.resolve(SENTENCE, cues=CUE, method="crawler-n").resolved
    assert never.method == "crawler"


@pytest.mark.parametrize("method", ["best", "ranker", "tagger"])
def test_other_methods_answer_as_the_resolver_does_and_give_a_reason_for_each_word(
    method: str, resolver: Resolver
) -> None:
    sentence = Sentence(("She", "was", "unable", ",", "or", "unwilling", ",", "to", "sleep", "."))
    answer = replace(resolver, parses=parses()).resolve(sentence, method=method)
    assert answer == resolver.resolve(sentence, method=method)
    for one in answer.resolved:
        assert one.method == method
        assert len(one.reasons) == len(one.negation.scope)
        for part, reason in zip(one.negation.scope, one.reasons, strict=True):
            own = part.token == one.negation.cue[0].token
            assert (reason == "the rest of the cue's word") == own
            assert reason


def test_the_ranker_names_the_branch_of_the_tree() -> None:
    words, tags = tuple(TEXT.split()), ("PRP", "VBD", "RB", "VB", ".")
    syntax = ("(S(NP*)", "(VP*", "*", "(VP*))", "*)")
    read = Sentence(words, tuple(w.lower() for w in words), tags, syntax)
    taught = [read.with_negations(one.negations) for one in [_gold()] * 6]
    (found,) = Resolver.fit(taught).resolve(read, cues=CUE, method="ranker").resolved
    assert found.reasons == (
        "NP before the cue, under the S over it",
        "VBD before the cue, under the VP over it",
        "VP after the cue, under the VP over it",
    )


def _gold() -> Sentence:
    from likewise.negation.sentence import Negation

    scope = (Part(0, "He"), Part(1, "did"), Part(3, "go"))
    return SENTENCE.with_negations([Negation(CUE[0], scope, (Part(3, "go"),))])


def test_raw_text_with_its_parses(resolver: Resolver) -> None:
    answer = (
        replace(resolver, parses=parses(), trust=SURE).resolve("He did not go.", method="crawler").as_dict()
    )
    (one,) = answer["negations"]
    assert (one["cue"], one["scope"], one["method"]) == ([2], [0, 1, 3], "crawler")
    assert len(one["reasons"]) == 3
    assert answer["method"] == "words"
    nothing = replace(resolver, parses=parses()).resolve("He did go.", method="crawler").as_dict()
    assert (nothing["negations"], nothing["method"]) == ([], "no cue")


def test_methods_are_checked(resolver: Resolver) -> None:
    with pytest.raises(InputError, match="unknown method 'x', expected one of best, ranker, tagger, crawler"):
        replace(resolver, parses=parses()).resolve(SENTENCE, method="x")
    with pytest.raises(InputError, match="'combined' needs deep analyses"):
        resolver.resolve(SENTENCE, method="combined")
