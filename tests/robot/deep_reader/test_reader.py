"""Commands worked by hand: our own grammar's analyses turned into RCL."""

from __future__ import annotations

import pytest

from likewise.robot import DeepReader, RobotVocabulary, WordMeaning, command_words, embedded_commands, why_not
from likewise.robot.deep_reader.rule_table import own_rules
from likewise.worlds.blocks import dumps_rcl, loads_rcl

READER = DeepReader()


def entity(text: str) -> str:
    """ "red cube" as an entity; words are values in the order of RCL."""
    names = {
        "red": "color", "blue": "color", "green": "color", "gray": "color", "cyan": "color",
        "left": "indicator", "back": "indicator", "front": "indicator", "individual": "indicator",
        "1": "cardinal", "2": "cardinal", "3": "cardinal",
    }  # fmt: skip
    leaves = " ".join(f"({names.get(one, 'type')}: {one})" for one in text.split())
    return f"(entity: {leaves})"


def above(text: str, relation: str = "above") -> str:
    return f"(spatial-relation: (relation: {relation}) {entity(text)})"


def move(text: str, place: str, action: str = "move") -> str:
    return f"(event: (action: {action}) {text} (destination: {place}))"


def carried(text: str, place: str) -> str:
    """Take it and put it there."""
    first = text.replace("(entity: ", "(entity: (id: 1) ", 1)
    it = "(entity: (type: reference) (reference-id: 1))"
    return f"(sequence: (event: (action: take) {first}) {move(it, place, 'drop')})"


def with_relation(text: str, relation: str) -> str:
    return f"{entity(text)[:-1]} {relation})"


TWO_LEFT = "(spatial-relation: (measure: (entity: (cardinal: 2) (type: tile))) (relation: left))"
ONE_ON = (
    "(spatial-relation: (measure: (entity: (cardinal: 1) (type: tile))) (relation: forward) "
    "(entity: (color: blue) (type: prism)))"
)
BLUE_ONE = (
    "(spatial-relation: (relation: above) (entity: (color: blue) (type: type-reference) (reference-id: 1)))"
)

WORKED = {
    "missing determiners": [
        ("put red cube on blue cube", move(entity("red cube"), above("blue cube"))),
        ("place green pyramid in back left corner",
         move(entity("green prism"), above("back left corner", "within"))),
        ("grab red block", f"(event: (action: take) {entity('red cube')})"),
    ],
    "measures": [
        ("move the red cube two squares to the left", move(entity("red cube"), TWO_LEFT)),
        ("Move the red cube 2 steps left.", move(entity("red cube"), TWO_LEFT)),
        ("move the red cube one tile forward of the blue prism", move(entity("red cube"), ONE_ON)),
    ],
    "coordination": [
        ("take the green prism and put it on the red cube",
         carried(entity("green prism"), above("red cube"))),
        ("Pick up the prism, then drop it in the left corner.",
         carried(entity("prism"), above("left corner", "within"))),
        ("pick up the red cube and place on the blue cube", carried(entity("red cube"), above("blue cube"))),
    ],
    "colours together": [
        ("take the cube from the red and blue tower",
         f"(event: (action: take) {with_relation('cube', above('red blue stack'))})"),
        ("take the light blue cube", f"(event: (action: take) {entity('cyan cube')})"),
    ],
    "relative clauses": [
        ("pick up the cube which is on the red prism",
         f"(event: (action: take) {with_relation('cube', above('red prism'))})"),
        ("grab the block that is nearest to the front edge",
         f"(event: (action: take) {with_relation('cube', above('front edge', 'nearest'))})"),
        ("take the cube placed on the red prism",
         f"(event: (action: take) {with_relation('cube', above('red prism'))})"),
    ],
    "anaphora": [
        ("put the red block on the blue one",
         move(entity("red cube").replace("(entity: ", "(entity: (id: 1) "), BLUE_ONE)),
        ("pick up the red cube and place it on the blue one", carried(entity("red cube"), BLUE_ONE)),
    ],
    "a place in front": [
        ("on the red cube put the blue prism", move(entity("blue prism"), above("red cube"))),
        ("in the front left corner place the cube",
         move(entity("cube"), above("front left corner", "within"))),
    ],
    "from": [
        ("take the cube from the red tower",
         f"(event: (action: take) {with_relation('cube', above('red stack'))})"),
        ("take the cube from the left corner",
         f"(event: (action: take) {with_relation('cube', above('left corner', 'within'))})"),
    ],
    "single": [
        ("pick up the single green block", f"(event: (action: take) {entity('individual green cube')})"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "tree"), [pytest.param(*row, id=row[0]) for rows in WORKED.values() for row in rows]
)
def test_worked_by_hand(text: str, tree: str) -> None:
    readings = READER.read(command_words(text), most=4)
    assert readings, why_not(command_words(text))
    assert dumps_rcl(readings[0].rcl, alignment=False) == tree


def test_leaves_stand_for_their_words() -> None:
    (best, *_) = READER.read(command_words("Put the red cube on top of the blue one!"))
    spans = {(one.name, one.value): one.span for one in best.rcl.walk() if one.value}
    assert spans == {
        ("action", "move"): (0, 1), ("id", "1"): None, ("color", "red"): (2, 3), ("type", "cube"): (3, 4),
        ("relation", "above"): (4, 7), ("color", "blue"): (8, 9), ("type", "type-reference"): (9, 10),
        ("reference-id", "1"): None,
    }  # fmt: skip


def test_a_phrase_may_belong_to_the_thing_or_say_where_to() -> None:
    found = [
        one.rcl.bare() for one in READER.read(command_words("place cube on top of the tower in the corner"))
    ]
    assert loads_rcl(move(with_relation("cube", above("stack")), above("corner", "within"))).bare() in found
    nested = f"(spatial-relation: (relation: above) {with_relation('stack', above('corner', 'within'))})"
    assert loads_rcl(move(entity("cube"), nested)) in found


def test_readings_are_in_order_each_once_and_few() -> None:
    for one in embedded_commands()[::20]:
        readings = READER.read(command_words(one.text), most=5)
        assert len(readings) <= 5
        scores = [found.score for found in readings]
        assert scores == sorted(scores, reverse=True)
        assert len({found.rcl.bare() for found in readings}) == len(readings)


def test_most_embedded_commands_are_read() -> None:
    rows = embedded_commands()[::6]
    right = first = 0
    for one in rows:
        assert one.rcl is not None
        found = [reading.rcl.bare() for reading in READER.read(command_words(one.text))]
        right += one.rcl.bare() in found
        first += found[:1] == [one.rcl.bare()]
    assert right > 0.9 * len(rows)
    assert first > 0.7 * len(rows)


@pytest.mark.parametrize(
    "text", ["", "...", "the red cube", "what is on the table", "zorgle frob wibble", "red " * 80]
)
def test_what_is_no_order_has_no_reading(text: str) -> None:
    assert READER.read(command_words(text)) == []
    assert why_not(command_words(text))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is no order: say what to pick up, move or put down"),
        ("the red cube", "there is no verb that tells me what to do: begin with take, move or put"),
        ("zorgle the cube", "I do not know the word 'zorgle'"),
        (
            "wibble frob zorgle",
            "I do not know the word",
        ),
        ("red " * 61, "61 words are too many for one order: say it in at most 60"),
        ("take the red cube", ""),
    ],
)
def test_reasons(text: str, why: str) -> None:
    found = why_not(command_words(text))
    assert found.startswith(why) if why else not found


def test_words_of_ones_own() -> None:
    words = RobotVocabulary([("wug", WordMeaning("type", "prism"))])
    (best, *_) = DeepReader(vocabulary=words).read(command_words("take the wug"))
    assert best.rcl.bare() == loads_rcl("(event: (action: take) (entity: (type: prism)))")


# The first n rules (Figure 3).


def test_without_rules_nothing_is_read() -> None:
    assert DeepReader(rules=0).read(command_words("take the red cube")) == []


def test_each_kind_of_order_needs_its_rules() -> None:
    reader, most = DeepReader(), DeepReader.rule_count()
    first_needed = []
    for text in ("take the red cube", "put the red cube on the blue cube", "move the cube two tiles left"):
        words = command_words(text)
        best = READER.read(words)[0].rcl.bare()
        counts = []
        for n in range(0, most + 1, 3):
            reader.rules = own_rules().first_rules(n)
            if best in [one.rcl.bare() for one in reader.read(words)]:
                counts.append(n)
        assert counts == [*range(counts[0], most + 1, 3)]  # later rules take nothing away
        first_needed.append(counts[0])
    assert first_needed == sorted(first_needed)
    assert 0 < first_needed[0] < first_needed[-1] < most
