"""From a prepositional predication to a spatial relation: its table, its landmark, its measure.

Packard (2014, section 3.1): the relation is looked up; one that is not in the table is dropped, unless it is
the destination that the order needs. A few prepositions stand for a relation without words of its own: the
block *from* the red cube is the one on it, a block *to* the corner goes into it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from likewise.robot.deep_reader.conversion_state import ConversionState
from likewise.robot.deep_reader.predications import Predication
from likewise.robot.deep_reader.rule_table import Options
from likewise.worlds.blocks import Rcl

__all__ = ["is_place", "spatial_relation"]

Landmark = Callable[[str], Rcl]
_PLACES = ("corner", "region")


def is_place(entity: Rcl) -> bool:
    """Whether a landmark is a part of the board that a block can be in."""
    return entity.get("type") in _PLACES


def spatial_relation(state: ConversionState, preposition: Predication, landmark: Landmark) -> Rcl | None:
    """The relation that a preposition stands for; None where it is not in the tables."""
    measure = _measure(state, preposition, landmark)
    if measure is not None:
        return measure
    stated = state.rules.options("relation", preposition)
    silent = state.rules.options("silent-relation", preposition)
    complement = preposition.arg("ARG2")
    if not (stated or silent) or not complement:
        return None
    if state.rules.on("complement relation"):
        inner = _relation_of_complement(state, preposition, complement, landmark)
        if inner is not None:
            return inner
    entity = landmark(complement)
    if state.rules.on("side of the board") and _is_side_of_board(stated, entity):
        return _region(stated[0][0], preposition, entity)
    if stated:
        options = state.rules.options("relation to a place", preposition) if is_place(entity) else ()
        relation = state.leaf("relation", options or stated, preposition.span)
    else:
        kind = "to a place" if is_place(entity) else "to the board" if entity.get("type") == "board" else ""
        options = state.rules.options(f"silent-relation {kind}", preposition)
        relation = state.leaf("relation", options or silent, None)
    return Rcl("spatial-relation", children=(relation, entity))


def _measure(state: ConversionState, preposition: Predication, landmark: Landmark) -> Rcl | None:
    """ "Two squares to the left (of the red cube)": a measure, a relation, and perhaps a landmark."""
    if not state.rules.on("measure"):
        return None
    measures = [one for one in state.meaning.about(preposition.arg("ARG0")) if one.name == "measure"]
    if not measures:
        return None
    direction = (
        state.rules.options("direction", preposition)
        or state.rules.options("relation", preposition)
        or _side_named(state, preposition)
    )
    if not direction:
        return None
    distance = Rcl("measure", children=(landmark(measures[0].arg("ARG2")),))
    options = state.rules.word("measured", direction[0][0]) or direction
    parts = [distance, state.leaf("relation", options, preposition.span)]
    if preposition.arg("ARG2") and not _side_named(state, preposition):
        entity = landmark(preposition.arg("ARG2"))
        if entity.get("type") not in ("board", "region"):
            parts.append(entity)
    return Rcl("spatial-relation", children=tuple(parts))


def _side_named(state: ConversionState, preposition: Predication) -> Options:
    """The direction of "to the left", of which the preposition says nothing."""
    if state.rules.options("relation", preposition):
        return ()
    for noun in state.meaning.named(preposition.arg("ARG2")):
        if options := state.rules.options("direction", replace(noun, name=f"_{noun.lemma}_p_dir")):
            return options
    return ()


def _relation_of_complement(
    state: ConversionState, preposition: Predication, complement: str, landmark: Landmark
) -> Rcl | None:
    """ "From on top of the red cube", "to the left of it": the noun after it tells the relation."""
    for noun in state.meaning.named(complement):
        options = state.rules.options("relation noun", noun)
        if not options:
            continue
        for of in _of(state, preposition, complement):
            span = _joined(preposition, noun, of)
            entity = landmark(of.arg("ARG2"))
            if state.rules.on("side of the board") and _is_side_of_board(options, entity):
                return _region(options[0][0], replace(noun, span=noun.span), entity)
            return Rcl("spatial-relation", children=(state.leaf("relation", options, span), entity))
    return None


def _of(state: ConversionState, preposition: Predication, complement: str) -> list[Predication]:
    """The `of` of a noun, or the one that the idiom "on top of" hangs on what is on top."""
    near = [
        one for one in state.meaning.about(complement) if one.lemma in ("of", "to", "from") and one.pos == "p"
    ]
    beside = [
        one
        for one in state.meaning.about(preposition.arg("ARG1"))
        if one.lemma == "of" and one.span and preposition.span and one.span > preposition.span
    ]
    return near[:1] or beside[:1]


def _is_side_of_board(options: tuple[tuple[str, float], ...], entity: Rcl) -> bool:
    return bool(options) and options[0][0] in ("left", "right", "front") and entity.get("type") == "board"


def _region(side: str, predication: Predication, entity: Rcl) -> Rcl:
    region = Rcl("entity", children=(Rcl("indicator", side, span=predication.span), Rcl("type", "region")))
    return Rcl("spatial-relation", children=(Rcl("relation", "within"), region))


def _joined(*parts: Predication) -> tuple[int, int] | None:
    spans = [one.span for one in parts if one.span]
    return (min(span[0] for span in spans), max(span[1] for span in spans)) if spans else None
