"""The embedded maps and route instructions: well formed, true on their maps, the same in both languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from likewise import data
from likewise.navigate.corpus import Corpus, Instruction, read_corpus
from likewise.worlds import Map, Plan, Pose, Travel, Turn, Verify, dumps_map, sights
from likewise.worlds.poses import HEADINGS, moves_of
from likewise.worlds.views import holds

FLOORS = {"blue", "brick", "concrete", "flower", "grass", "gravel", "wood", "yellow"}
PICTURES = {"butterfly", "fish", "tower"}
FURNITURE = {"barstool", "chair", "easel", "hatrack", "lamp", "sofa"}
CHINESE = 100
"""Route 101 is route 1 in Chinese."""
PLAIN = 61
"""From this route on the voice is plain; its bare commands come again and again."""
NAMES = {
    "SOFA": "sofa|couch|沙发",
    "LAMP": "lamp|灯",
    "HATRACK": "hat ?rack|coat rack|coat stand|衣帽架",
    "EASEL": "easel|画架",
    "CHAIR": "chair|椅子",
    "BARSTOOL": "stool|凳",
    "BLUE HALLWAY": "blue|蓝",
    "BRICK HALLWAY": "brick|砖地|红砖",
    "CONCRETE HALLWAY": "cement|concrete|水泥",
    "FLOWER HALLWAY": "flower|花",
    "GRASS HALLWAY": "grass|草",
    "GRAVEL HALLWAY": "gravel|stones|pebbles|石子",
    "WOOD HALLWAY": "wood|plank|木",
    "YELLOW HALLWAY": "yellow|honeycomb|黄",
    "BUTTERFLY WALL": "butterfl|蝴蝶",
    "FISH WALL": "fish|鱼",
    "TOWER WALL": "tower|铁塔",
    "4-INTERSECTION": "four[- ]way|four halls|crossing|4 halls|4 way|crossroads|十字|四条",
    "3-INTERSECTION": "three-way|T-|三岔|丁字",
}


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return read_corpus(data.navigation_folder())


def test_the_languages_are_those_that_are_named(corpus: Corpus) -> None:
    assert {sentence.lang for sentence in corpus.sentences} == set(data.NAVIGATION_LANGUAGES)


def mentioned(plan: Plan) -> set[str]:
    """The things that a plan verifies."""
    return {thing for step in plan if isinstance(step, Verify) for _, thing in step.conditions}


def met(world: Map, pose: Pose, step: Verify) -> bool:
    """Whether all of it is seen; halls, pictures and walls must begin right here."""
    return all(
        holds(world, pose, where, thing, 0 if thing.endswith(("HALLWAY", "WALL")) else None)
        for where, thing in step.conditions
    )


def followed(world: Map, path: Sequence[Pose], plan: Plan) -> bool:
    """Whether the plan's steps, in order, make up exactly this path, each verified thing in its place."""
    moves = moves_of(path)
    reached = {0}
    for step in plan:
        if isinstance(step, Turn):
            kinds = {"TURN", "LEFT", "RIGHT"} if not step.side else {step.side}
            most = 1 if step.side else 2
            reached = {n + k for n in reached for k in range(1, most + 1) if set(moves[n : n + k]) <= kinds}
        elif isinstance(step, Travel):
            counts = range(1, len(moves) + 1) if step.steps is None else [step.steps]
            reached = {n + k for n in reached for k in counts if moves[n : n + k] == ["FORWARD"] * k}
        else:
            reached = {n for n in reached if met(world, path[n], step)}
        reached = {n for n in reached if n <= len(moves)}
    return len(moves) in reached


def plain(sentence: Instruction) -> bool:
    return int(sentence.route) % CHINESE >= PLAIN


def of(corpus: Corpus, lang: str) -> list[Instruction]:
    return [s for s in corpus.sentences if s.lang == lang]


def test_there_is_enough_of_it(corpus: Corpus) -> None:
    assert sorted(corpus.maps) == ["Library", "Museum", "School", "Station"]
    for lang in ("en", "zh"):
        assert len(of(corpus, lang)) == 346
        assert len({s.text for s in of(corpus, lang)}) >= 280
        assert sum(r.lang == lang for r in corpus.routes) == 80
        for name in corpus.maps:
            assert sum(r.lang == lang and r.map == name for r in corpus.routes) == 20
    described = [s for s in corpus.sentences if len(s.path) == 1]
    assert len(described) > 40
    assert any(not s.plan for s in described)


def test_only_the_plain_voice_repeats_itself(corpus: Corpus) -> None:
    for lang, left, right in (("en", "Turn left", "Turn right"), ("zh", "左转", "右转")):
        rich = [s.text for s in of(corpus, lang) if not plain(s)]
        assert len(set(rich)) == len(rich) == 210
        bare = [s for s in of(corpus, lang) if plain(s)]
        assert len({s.text for s in bare}) >= 80
        assert min(sum(s.text == turn for s in bare) for turn in (left, right)) >= 14
        alone = [s.plan[0] for s in bare if s.plan and len(s.plan) == 1]
        assert (alone.count(Turn("LEFT")), alone.count(Turn("RIGHT"))) == (23, 24)
        assert {step.steps for step in alone if isinstance(step, Travel)} == {1, 2, 3, 4}


def test_the_plain_voice_leaves_no_choice(corpus: Corpus) -> None:
    """What is faced lies one way only; "to the sofa" or "until the brick hall" is its first place."""
    for s in filter(plain, corpus.sentences):
        world, plan = corpus.maps[s.map], s.plan or ()
        walked = [after for before, after in pairwise(s.path) if before.place != after.place]
        for step, then in pairwise(plan):
            if step == Turn() and isinstance(then, Verify):
                assert sum(met(world, s.path[0].facing(heading), then) for heading in HEADINGS) == 1, s
            if step == Travel() and isinstance(then, Verify):
                beyond = plan[-1] == Travel()  # "past the lamp" is one place beyond it
                assert [met(world, pose, then) for pose in walked].index(True) == len(walked) - 1 - beyond, s


def test_maps_use_the_things_of_the_plan_language_and_hang_together(corpus: Corpus) -> None:
    for name, world in corpus.maps.items():
        path = Path(data.navigation_folder(), "maps", f"{name.lower()}.json")
        assert path.read_text(encoding="utf-8") == dumps_map(world)
        assert 14 <= len(world.places) <= 24
        assert {c.floor for c in world.corridors.values()} == FLOORS
        assert {c.wall for c in world.corridors.values()} == PICTURES
        assert {item for item in world.items.values() if item} == FURNITURE
        found, new = set(), [world.places[0]]
        while new:
            place = new.pop()
            found.add(place)
            around = [after.place for h in world.ways(place) if (after := world.step(Pose(*place, h)))]
            new += [p for p in around if p not in found]
        assert found == set(world.places)


def test_a_route_is_its_sentences(corpus: Corpus) -> None:
    for route in corpus.routes:
        parts = [s for s in corpus.sentences if s.route == route.id]
        assert [s.id for s in parts] == [f"{route.id}-{k}" for k in range(1, len(parts) + 1)]
        assert {(s.map, s.lang) for s in parts} == {(route.map, route.lang)}
        stop = ". " if route.lang == "en" else "。"
        assert route.text == stop.join(s.text for s in parts) + stop.strip()
        joined = parts[0].path
        for part in parts[1:]:
            assert part.path[0] == joined[-1]
            joined += part.path[1:]
        assert route.path == joined
        assert route.end == joined[-1].place
        assert [pose.heading < 0 for pose in joined] == [True] + [False] * (len(joined) - 1)
        corpus.maps[route.map].check_path(joined)


def test_plans_are_true_step_by_step(corpus: Corpus) -> None:
    untrue = [
        s.id for s in corpus.sentences if s.plan is None or not followed(corpus.maps[s.map], s.path, s.plan)
    ]
    assert untrue == []


def test_what_a_plan_claims_is_checked(corpus: Corpus) -> None:
    world = corpus.maps["Museum"]
    path = (Pose(0, 3, -1), Pose(0, 3, 0), Pose(0, 2, 0))
    assert followed(world, path, (Turn(), Travel(1), Verify((("right", "BLUE HALLWAY"),))))
    assert not followed(world, path, (Turn(), Travel(1), Verify((("left", "BLUE HALLWAY"),))))
    assert not followed(world, path, (Turn(), Travel(2)))
    assert not followed(world, path, (Turn(),))
    assert not followed(world, path, (Turn(), Turn("LEFT"), Travel(1)))


def test_what_a_text_names_is_in_its_plan_and_what_its_plan_names_is_in_the_text(corpus: Corpus) -> None:
    spoken_of = {"6-4", "24-2", "43-3"}  # "walk to it", "the intersection", "have a seat on it"
    for s in corpus.sentences:
        named = {thing for thing, words in NAMES.items() if re.search(words, s.text)}
        verified = mentioned(s.plan or ()) - {"WALL", "HALLWAY"}
        assert named <= verified, s
        if f"{int(s.route) % CHINESE}-{s.id.partition('-')[2]}" not in spoken_of:
            assert named == verified, s
        seen = {sight.thing for pose in s.path for sight in sights(corpus.maps[s.map], pose)}
        assert named <= seen, s


def test_chinese_walks_the_same_paths(corpus: Corpus) -> None:
    english, chinese = of(corpus, "en"), of(corpus, "zh")
    for one, other in zip(english, chinese, strict=True):
        number, k = one.id.split("-")
        assert other.id == f"{int(number) + CHINESE}-{k}"
        assert (one.map, one.path, one.plan) == (other.map, other.path, other.plan)
        assert one.text.isascii()
        assert re.fullmatch(r"[\u4e00-\u9fff，：]+", other.text), other.text
        other.text.encode("gb2312")  # simplified characters only
