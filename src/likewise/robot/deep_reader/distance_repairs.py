"""A block and a distance that a general parser took for one thing: "the red block two squares left"."""

from __future__ import annotations

from dataclasses import replace

from likewise.robot.deep_reader.predications import Predication
from likewise.robot.deep_reader.rule_table import RuleTable

__all__ = ["distance_apart"]

Predications = list[Predication]


def distance_apart(parts: Predications, rules: RuleTable) -> Predications:
    """ "The red block two squares left": a thing and a distance, not squares of a block."""
    tiles = {one.arg("ARG0"): one for one in parts if one.pos == "n" and _is_tile(one, rules)}
    things = {one.arg("ARG0") for one in parts if one.pos == "n" and rules.options("type", one)} - set(tiles)
    compounds = [(one.arg("ARG1"), one.arg("ARG2")) for one in parts if one.name == "compound"]
    for tile, noun in tiles.items():
        number = next((inner for outer, inner in compounds if outer == tile), "")
        thing = next((inner for outer, inner in compounds if outer == number and inner in things), "")
        counted = any(one.name == "card" and number in (one.arg("ARG0"), one.arg("ARG1")) for one in parts)
        if counted and thing:
            apart = [_taken_apart(one, tile, number, thing) for one in parts]
            parts = _with_direction([one for one in apart if one], thing, noun)
    return parts


def _is_tile(one: Predication, rules: RuleTable) -> bool:
    return any(value == "tile" for value, _ in rules.options("type", one))


def _taken_apart(one: Predication, tile: str, number: str, thing: str) -> Predication | None:
    """A predication of "block two squares" as one of "block" or of "two squares"."""
    if one.name == "card":
        return (
            replace(one, args={"ARG0": one.arg("ARG1") or "i", "ARG1": tile})
            if number in one.args.values()
            else one
        )
    if one.name == "compound" and one.arg("ARG2") in (number, thing):
        return None
    if one.pos == "v" and one.arg("ARG2") == tile:
        return one.with_args(ARG2=thing)
    if one.arg("ARG1") == tile and (one.pos == "a" or one.name == "compound"):
        return one.with_args(ARG1=thing)
    return one.renamed({number: thing})


def _with_direction(parts: Predications, thing: str, tile: Predication) -> Predications:
    """The preposition after a distance says where the thing goes, and the distance how far."""
    verb = next((one.arg("ARG0") for one in parts if one.pos == "v" and one.arg("ARG2") == thing), "")
    way = next((one for one in parts if one.pos == "p" and one.follows(tile)), None)
    if way is None or not verb:
        return parts
    distance = Predication("measure", {"ARG1": way.arg("ARG0"), "ARG2": tile.arg("ARG0")})
    return [one.with_args(ARG1=verb) if one is way else one for one in parts] + [distance]
