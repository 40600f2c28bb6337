"""What a walker does that a plan leaves unsaid: one switch for each behaviour, and the price of each liberty.

MacMahon et al. (2006) give their walker MARCO such behaviours as rules. Here each has a price, and the walker
takes the cheapest walk that carries out the whole plan: a behaviour is used where the plan calls for it, and
the rules need no order among themselves.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Behaviour", "Costs"]


@dataclass(frozen=True, slots=True)
class Behaviour:
    """Which implicit behaviours the walker has; all of them unless switched off."""

    turn_before_travel: bool = True
    """Turn before a Travel that cannot go ahead, or whose condition is met only another way."""
    turn_after_travel: bool = True
    """Turn at the end of a Travel if its Verify then holds."""
    turn_between_travels: bool = True
    """Between two Travels in a row a turn is welcome: going straight on costs a little."""
    turn_to_verify: bool = True
    """A Verify without an action turns until it holds."""
    turn_back: bool = True
    """If a Verify without an action holds behind (the walker went too far), turn round and go back."""
    choose_turn: bool = True
    """Where the Verify of a Turn asks for it, turn another way than said, or stay."""
    travel_until: bool = True
    """An open Travel goes on until its Verify, or the step that follows it, is met; off: one step."""
    mend_steps: bool = True
    """Walk fewer or more steps than said if a Verify holds only there."""
    follow_bends: bool = True
    """On the way to a condition follow the corridor round a bend."""
    turn_at_crossings: bool = True
    """On the way to a condition that is not met straight ahead, turn at crossings too."""
    walk_before_turn: bool = True
    """Before a Turn walk on to where its Verify will hold."""
    walk_to_verify: bool = True
    """Walk on to where a Verify without an action holds."""
    near_first: bool = True
    """Prefer near sightings to far ones; off: seen is seen."""
    look_ahead: bool = True
    """Choose each step with a view to those that follow; off: one at a time."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The price of each liberty that the walker takes; what the plan says costs nothing."""

    # What should be seen
    unmet: int = 120  # a condition that does not hold
    far_hallway: int = 4  # for each step that a corridor is away
    far_wall: int = 16
    far_picture: int = 2
    far_item: int = 3  # furniture and crossings, from the second step on
    # Turns
    lone_turn: int = 3  # for a Verify without an action
    turn_none: int = 2  # an open Turn that stays
    turn_about: int = 6  # an open Turn that faces about
    turn_other: int = 50  # another turn than the one said
    into_wall: int = 2  # a Turn without a Verify that ends before a wall
    travel_turn: int = 30  # before a Travel
    against_turn: int = 20  # the same, on top, right after a Turn
    straight_on: int = 5  # no turn between two Travels
    end_turn: int = 40  # at the end of a Travel
    # Steps
    no_step: int = 100  # a Travel that stays where it is
    stay: int = 40  # the same, where the Travel has a Verify to meet
    step: int = 1  # each step after the first on the way to a condition
    bend: int = 10
    crossing: int = 30
    longer: int = 5  # each step after the first of an open Travel without a Verify
    short: int = 50  # each step fewer than said
    over: int = 40  # each step more than said
    walk_turn: int = 30  # the first step of a walk before a Turn
    walk_verify: int = 30  # of a walk to where a Verify without an action holds
    walk_back: int = 35  # of a walk back to there
    walk_step: int = 2  # each further step of such walks
