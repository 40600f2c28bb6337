"""The parser and the walker together: plans, words, scores, and the saved follower."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.io.models import ModelCard, write_model
from likewise.navigate.embedded_follower import embedded_corpus
from likewise.navigate.grammar import Rule
from likewise.navigate.krisp import Cover
from likewise.navigate.planned_follower import Planned, covered, examples, plan_grammar
from likewise.worlds import Corridor, Map, Pose, Turn, dumps, loads

HALL = Map(
    "Hall",
    {(0, 0): "", (1, 0): "", (2, 0): "sofa", (1, 1): "lamp", (1, -1): ""},
    {
        ((0, 0), (1, 0)): Corridor("brick"),
        ((1, 0), (2, 0)): Corridor("brick"),
        ((1, 0), (1, 1)): Corridor("blue"),
        ((1, -1), (1, 0)): Corridor("blue"),
    },
)
PAIRS = {
    "go": "Travel ( )",
    "turn left": "Turn ( LEFT )",
    "turn right": "Turn ( RIGHT )",
    "go to the sofa": "Travel ( ) , Verify ( at: SOFA )",
    "go to the lamp": "Travel ( ) , Verify ( at: LAMP )",
    "turn left and go": "Turn ( LEFT ) , Travel ( )",
    "turn right and go to the sofa": "Turn ( RIGHT ) , Travel ( ) , Verify ( at: SOFA )",
}


@pytest.fixture(scope="module", params=["original", "expanded"])
def follower(request: pytest.FixtureRequest) -> Planned:
    pairs = [(tuple(text.split()), loads(plan)) for text, plan in PAIRS.items()] * 8
    return Planned.from_plans(pairs, {"Hall": HALL}, grammar=request.param)


def cover(rule: str, start: int, end: int) -> Cover:
    return Cover(Rule.read(rule), start, end)


def test_words_of_steps_under_the_compact_grammar() -> None:
    covers = [
        cover("S -> *Action", 0, 7),
        cover("Action -> *Action , *Action", 0, 7),
        cover("Action -> *Turn", 0, 2),
        cover("Turn -> Turn ( LEFT )", 0, 2),
        cover("Action -> Verify ( *Condition )", 3, 7),
        cover("Condition -> *Direction *Object", 3, 7),
        cover("Direction -> at:", 3, 4),
        cover("Object -> SOFA", 4, 7),
    ]
    assert covered(covers) == ((0, 1), (3, 4, 5, 6))


def test_words_of_steps_that_lead_a_rule() -> None:
    covers = [
        cover("S -> Turn ( LEFT ) , *Action", 0, 6),
        cover("Action -> Travel ( steps: *Num )", 2, 6),
        cover("Num -> 2", 4, 5),
    ]
    assert covered(covers) == ((0, 1), (2, 3, 4, 5))
    assert covered([]) == ()
    assert covered([cover("S -> NULL", 0, 3)]) == ()


def test_follows_with_the_words_behind_each_step(follower: Planned) -> None:
    (way,) = follower.follow(HALL, Pose(1, 1, 0), "turn right and go to the sofa")
    assert dumps(way.plan) == "Turn ( RIGHT ) , Travel ( ) , Verify ( at: SOFA )"
    assert len(way.words) == 3
    assert way.words[0][:2] == (0, 1)
    assert 6 in way.words[2]
    assert way.path[-1].place == (2, 0)
    assert way.score <= 0
    HALL.check_path(way.path)


def test_liberties_cost_when_there_is_a_choice(follower: Planned) -> None:
    start = Pose(0, 0, 90)
    (alone,) = follower.follow(HALL, start, "go to the lamp")
    ways = follower.follow(HALL, start, "go to the lamp", k=4)
    assert len(ways) == 4
    assert [way.score for way in ways] == sorted((way.score for way in ways), reverse=True)
    same = next(way for way in ways if way.plan == alone.plan)
    assert same.path == alone.path
    assert same.score < alone.score  # the lamp is round a corner


def test_what_cannot_be_followed_has_a_reason(follower: Planned) -> None:
    bare = Map("Bare", {(0, 0): "", (1, 0): ""}, {((0, 0), (1, 0)): Corridor("brick")})
    assert follower.follow(bare, Pose(0, 0, 90), "go to the sofa")[0].reason == "no SOFA is at (1, 0)"
    (unknown,) = follower.follow(HALL, Pose(0, 0, 90), "xyzzy plugh")
    assert unknown.reason == "no word of 'xyzzy plugh' is known"
    (empty,) = follower.follow(HALL, Pose(0, 0, 90), "")
    assert (empty.plan, empty.path, empty.reason) == ((), (Pose(0, 0, 90),), "there are no words to follow")


def test_saved_and_loaded(follower: Planned, tmp_path: Path) -> None:
    follower.save(tmp_path / "one")
    loaded = lw.load(tmp_path / "one")
    assert isinstance(loaded, Planned)
    assert (loaded.lang, loaded.grammar) == (follower.lang, follower.grammar)
    for text in PAIRS:
        start = Pose(1, 1, 0)
        assert loaded.follow(HALL, start, text, k=3) == follower.follow(HALL, start, text, k=3)
    loaded.save(tmp_path / "two")
    for name in ("model.json", "parser.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


@pytest.mark.parametrize("settings", [{}, {"lang": 1, "grammar": "original", "weight": 1}])
def test_broken_models(settings: dict[str, object], tmp_path: Path) -> None:
    write_model(tmp_path / "m", ModelCard("planned-follower", settings), {"parser.npz": b""})
    with pytest.raises(InputError, match=r"is no saved planned-follower|no readable arrays"):
        lw.load(tmp_path / "m")


def test_a_step_number_beyond_the_grammar_is_added() -> None:
    plan = loads("Travel ( steps: 31 )")
    assert plan_grammar([plan], {"Hall": HALL}, "original").tree(plan)
    assert plan_grammar([plan], {"Hall": HALL}, "expanded").tree(plan)


def test_gold_plans_are_not_read() -> None:
    corpus = embedded_corpus().on(["Museum"])
    lied = replace(corpus, sentences=tuple(replace(s, plan=(Turn("LEFT"),)) for s in corpus.sentences))
    assert examples(lied) == examples(corpus)


def test_bad_settings() -> None:
    corpus = embedded_corpus().on(["Museum"])
    with pytest.raises(InputError, match="unknown method 'x', expected sgoll, gill"):
        Planned.fit(corpus, method="x")
    with pytest.raises(InputError, match="unknown grammar 'x', expected original, expanded"):
        Planned.fit(corpus, grammar="x")
    with pytest.raises(InputError, match="holds no instruction in 'fr', only in en"):
        Planned.fit(corpus, lang="fr")
