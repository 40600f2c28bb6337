"""Changed commands: the tree stays, its leaves stay over the words that mean them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from likewise.data import robot_files
from likewise.errors import InputError
from likewise.robot import Command, command_words, load_commands, perturb, perturbations
from likewise.robot.other_words import other_words
from likewise.robot.realignment import Piece, pieces_of, realigned
from likewise.worlds.blocks import dumps_rcl, loads_rcl

OURS = load_commands(*robot_files()[:2])
PUT = Command(
    "1",
    1,
    "Please put the red cube to the left corner.",
    loads_rcl(
        "(event: (action: move (token: 2)) (entity: (color: red (token: 4)) (type: cube (token: 5))) "
        "(destination: (spatial-relation: (relation: within) (entity: (indicator: left (token: 8)) "
        "(type: corner (token: 9))))))"
    ),
)


def leaf_words(command: Command) -> list[tuple[str, str]]:
    """Each aligned leaf's value with the words over which it stands."""
    words = [one.text for one in command_words(command.text)]
    assert command.rcl is not None
    return [(one.value, " ".join(words[slice(*one.span)])) for one in command.rcl.walk() if one.span]


@given(st.sampled_from(OURS), st.sampled_from(perturbations()), st.integers(0, 5))
def test_the_tree_stays_and_its_leaves_stand_over_words(command: Command, kind: str, seed: int) -> None:
    changed = perturb(command, kind, seed=seed)
    if changed is None:
        return
    assert command.rcl is not None
    assert changed.rcl is not None
    assert changed.rcl.bare() == command.rcl.bare()
    assert (changed.id, changed.scene) == (command.id, command.scene)
    words = command_words(changed.text)
    assert [one.text for one in words] != [one.text for one in command_words(command.text)]
    assert all(0 <= one.span[0] < one.span[1] <= len(words) for one in changed.rcl.walk() if one.span)
    assert changed == perturb(command, kind, seed=seed)


@pytest.mark.parametrize("kind", ["no articles", "punctuation", "words around", "destination first"])
def test_words_that_are_kept_keep_their_leaves(kind: str) -> None:
    changed = perturb(PUT, kind)
    assert changed is not None
    assert leaf_words(changed) == leaf_words(PUT)


def test_known_changes() -> None:
    def changed(kind: str) -> str:
        found = perturb(PUT, kind)
        assert found is not None
        return found.text

    assert changed("no articles") == "Please put red cube to left corner."
    assert changed("destination first").replace(",", "") == "Please to the left corner put the red cube."
    assert len(command_words(changed("longer"))) > len(command_words(PUT.text))


def test_other_words_are_those_of_the_table() -> None:
    for seed in range(20):
        found = perturb(PUT, "other word", seed=seed)
        assert found is not None
        before, after = dict(leaf_words(PUT)), dict(leaf_words(found))
        ((value, words),) = [(value, words) for value, words in after.items() if before[value] != words]
        rows = [rows for (_, meaning), rows in other_words().items() if meaning == value]
        assert any(words in row for row in rows)


def test_half_of_the_words_change() -> None:
    found = perturb(PUT, "other words")
    assert found is not None
    assert sum(one != other for one, other in zip(leaf_words(PUT), leaf_words(found), strict=True)) == 3


def test_what_cannot_be_changed_is_left_out() -> None:
    lift = Command("2", 1, "lift it", loads_rcl("(event: (action: take (token: 1)) (entity: (type: cube)))"))
    assert perturb(lift, "no articles") is None
    assert perturb(lift, "destination first") is None
    assert perturb(lift, "longer") is None
    assert perturb(lift, "words around") is not None


def test_destinations_that_speak_of_the_block_stay_behind() -> None:
    tree = (
        "(event: (action: move (token: 1)) (entity: (id: 1) (color: red (token: 2)) (type: cube (token: 3))) "
        "(destination: (spatial-relation: (relation: above (token: 4)) (entity: (color: blue (token: 5)) "
        "(type: type-reference (token: 6)) (reference-id: 1)))))"
    )
    assert perturb(Command("3", 1, "put red cube on blue one", loads_rcl(tree)), "destination first") is None


def test_other_seeds_change_otherwise() -> None:
    assert len({found.text for seed in range(20) if (found := perturb(PUT, "typing errors", seed=seed))}) > 10


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(InputError, match="expected one of typing errors, "):
        perturb(PUT, "rhymes")


def test_pieces_joined_again() -> None:
    assert realigned(PUT, pieces_of(PUT)) is None
    pieces = pieces_of(PUT)
    pieces[3:5] = [Piece("redcube", (3, 4))]
    joined = realigned(PUT, pieces)
    assert joined is not None
    assert joined.rcl is not None
    assert joined.text == "Please put the redcube to the left corner."
    assert "(color: red (token: 4)) (type: cube (token: 4))" in dumps_rcl(joined.rcl)
    assert "(type: corner (token: 8))" in dumps_rcl(joined.rcl)
    pieces[3:4] = []
    gone = realigned(PUT, pieces)
    assert gone is not None
    assert gone.rcl is not None
    assert "(color: red) (type: cube)" in dumps_rcl(gone.rcl)
