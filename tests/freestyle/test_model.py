"""The freestyler: learns from verse, responds under wishes, says why; odd input gets a sensible answer."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from likewise.errors import InputError
from likewise.freestyle import PAPER, Freestyler, Verse, line_words
from likewise.freestyle.grammar_search import WEIGHTS, GrammarSearch
from likewise.freestyle.model import RULE_KINDS
from likewise.freestyle.wishes import Wishes

Learn = Callable[..., Freestyler]
FAMILY = {"night", "light", "bright", "sight"}
MODELS = ("tg", "istg", "phrase")


@pytest.mark.parametrize("model", MODELS)
def test_it_responds_and_comes_back_the_same(learn: Learn, model: str, tmp_path: Path) -> None:
    freestyler = learn(model=model)
    responses = freestyler.respond("we ran together to the night", nbest=5)
    assert responses
    assert len({each.text for each in responses}) == len(responses)
    assert all(line_words(each.text) for each in responses)
    freestyler.save(tmp_path / "m")
    again = Freestyler.load(tmp_path / "m").respond("we ran together to the night", nbest=5)
    assert again == responses


def test_the_end_word_rhymes_and_is_not_said_again(learn: Learn) -> None:
    freestyler = learn(model="istg")
    best = freestyler.respond("we ran together to the night")[0]
    assert line_words(best.text)[-1] in FAMILY - {"night"}
    assert best.rhyme is True
    assert best.why is not None
    assert (best.why.source, best.why.target) == ("night", line_words(best.text)[-1])
    assert 1 <= len(best.why.seen) <= 3
    assert all(one.endswith("night") and other.endswith(best.why.target) for one, other in best.why.seen)
    assert best.uses[-1].target_span[1] == len(line_words(best.text))


def test_wishes_are_kept(learn: Learn) -> None:
    freestyler = learn(model="istg")
    challenge = "she never saw another day"
    best = freestyler.respond(challenge, end="sea", words=(4, 6), require=["letter"], ban=["the"])
    for response in best:
        words = line_words(response.text)
        assert words[-1] == "sea"
        assert 4 <= len(words) <= 6
        assert "letter" in words
        assert "the" not in words
    assert best
    assert freestyler.respond(challenge, end="zeppelin")[0].text.endswith(" zeppelin")


def test_reflexive_rules_are_penalised() -> None:
    """yo/yo: a chorus that is sung again makes copying the most probable thing to do (section 4.2)."""
    chorus = [Verse(str(n), ("yo we rock the house",) * 4) for n in range(6)]
    verses = [*chorus, Verse("v", ("hey they shook a mouse", "yo we rock the house"))]
    settings = {**PAPER, "model": "tg", "select": "adjacent"}
    copying = {"copies": 0.0}
    free = Freestyler.fit(verses, **settings, weights=copying).respond("yo we rock the house")[0]
    held = Freestyler.fit(verses, **settings, weights={"copies": -30.0}).respond("yo we rock the house")[0]
    assert free.text == "yo we rock the house"
    assert sum(use.kind == "copy" for use in free.uses) == 5
    assert not any(use.kind == "copy" for use in held.uses)


@pytest.mark.parametrize("model", MODELS)
class TestOddInput:
    def test_an_empty_line_has_no_response(self, learn: Learn, model: str) -> None:
        assert learn(model=model).respond("") == []
        assert learn(model=model).respond("  ... !?") == []

    def test_one_unknown_word(self, learn: Learn, model: str) -> None:
        assert learn(model=model).respond("xyzzyright")

    def test_sixty_words(self, learn: Learn, model: str) -> None:
        freestyler = learn(model=model)
        started = time.perf_counter()
        (response,) = freestyler.respond("i walk alone into the night " * 10)
        assert 1 <= len(line_words(response.text)) <= 40
        assert time.perf_counter() - started < 5.0

    def test_emoji(self, learn: Learn, model: str) -> None:
        assert learn(model=model).respond("\N{FIRE}\N{GRINNING FACE}") == []
        assert learn(model=model).respond("we ran to the night \N{FIRE}")

    def test_another_script(self, learn: Learn, model: str) -> None:
        assert learn(model=model).respond("привет мир")
        assert learn(model=model).respond("你好世界")


@pytest.mark.parametrize("model", MODELS)
def test_a_corpus_without_verse_breaks(verses: list[Verse], model: str) -> None:
    whole = Verse("1", tuple(line for verse in verses for line in verse.lines))
    assert Freestyler.fit([whole], model=model).respond("we ran together to the night")


@pytest.mark.parametrize("model", MODELS)
def test_a_corpus_of_one_verse(verses: list[Verse], model: str) -> None:
    assert Freestyler.fit(verses[:1], model=model).respond("we ran together to the night")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "holds no line with a word to learn from"),
        (["...", "!"], "holds no line with a word to learn from"),
        (["only one line"], "holds no two lines of at most 10 words side by side"),
    ],
)
def test_nothing_to_learn_from_is_said(lines: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Freestyler.fit([Verse("1", tuple(lines))] if lines else [])


def test_settings_are_checked() -> None:
    for settings, message in (
        ({"model": "best"}, "field 'model': expected one of tg, istg, phrase, found 'best'"),
        ({"select": "all"}, "field 'select'"),
        ({"disfluency": "some"}, "field 'disfluency'"),
        ({"mixture": 2.0}, "field 'mixture'"),
        ({"rhyme_weight": -1.0}, "field 'rhyme_weight'"),
        ({"pairs": 0}, "field 'pairs'"),
        ({"sure_rhyme": -0.1}, "field 'sure_rhyme': expected a number from 0"),
        ({"backoff_price": float("nan")}, "field 'backoff_price'"),
        ({"content": -1.0}, "field 'content'"),
        ({"fluency": float("inf")}, "field 'fluency'"),
        ({"width": 0}, "field 'width': expected a whole number from 1"),
        ({"nonsense": 1}, "unknown setting 'nonsense'"),
    ):
        with pytest.raises(InputError, match=message):
            Freestyler.fit([], **settings)  # type: ignore[arg-type]


def test_the_paper_has_none_of_what_goes_beyond(learn: Learn) -> None:
    freestyler = learn(model="tg", **PAPER)
    assert (freestyler.settings.fluency, freestyler.settings.width) == (1.0, 200)
    search = freestyler.search
    assert isinstance(search, GrammarSearch)
    assert search._decoder.lm is freestyler.lm
    assert {name: search._decoder.weights[name] for name in WEIGHTS} == WEIGHTS
    assert (search._decoder.pop_limit, search._decoder.per_span) == (200, 40)
    (ends,) = search._ends("night", Wishes())
    assert (dict(ends.bonus), ends.rules, ends.only) == ({}, (), False)


def test_where_all_drafts_are_copies_a_freer_search_helps(learn: Learn) -> None:
    search = learn(model="istg").search
    challenge = ["we", "ran", "together", "to", "the", "night"]
    plain, novel = (search.drafts(challenge, 20, Wishes(novel=each)) for each in (False, True))
    assert [draft.words for draft in plain] != [draft.words for draft in novel]


def test_rules_by_kind(learn: Learn) -> None:
    freestyler = learn(model="istg")
    best = freestyler.rules(10)
    assert [rule.probability for rule in best] == sorted((r.probability for r in best), reverse=True)
    for kind in RULE_KINDS:
        assert all(rule.kind == kind for rule in freestyler.rules(5, kind))
    assert freestyler.rules(5, "segment")
    with pytest.raises(InputError, match="field 'kind': expected one of token"):
        freestyler.rules(5, "nonsense")


def test_a_copy_of_a_training_line_is_told(learn: Learn) -> None:
    """There is no other way to be as long as asked with these words, so the alarm goes off."""
    freestyler = learn(model="istg")
    line = freestyler.corpus.text(0).split()
    wanted = {"end": line[-1], "words": (len(line), len(line)), "require": sorted(set(line))[:8]}
    for response in freestyler.respond("nobody ever took the long", **wanted):  # type: ignore[arg-type]
        if response.text == " ".join(line):
            assert response.copied is not None
            assert response.copied.origin == "training"
            assert response.copied.run in response.copied.line
