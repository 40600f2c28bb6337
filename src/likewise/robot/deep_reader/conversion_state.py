"""What a conversion carries along: the analysis, the rules, and the open choices of the tree so far.

A look-up may leave several values open ("grey" is gray, or perhaps white). A leaf then holds the number of
a choice instead of a value; `order_choices` makes the trees of it, the likeliest first.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from likewise.robot.deep_reader.predications import CommandMeaning, Predication, Span
from likewise.robot.deep_reader.rule_table import Options, RuleTable
from likewise.worlds.blocks import Rcl

__all__ = ["NO_VERB", "OPEN", "TWO_ORDERS", "ConversionState", "Unreadable"]

NO_VERB = "there is no verb that tells me what to do: begin with take, move or put"
TWO_ORDERS = "there are two orders in one: give them one after the other"
OPEN = "?"
"""What the value of a leaf begins with while it is open."""
_DEEPEST = 12


class Unreadable(Exception):
    """This analysis cannot be an order; the text says why."""


@dataclass
class ConversionState:
    """An analysis on its way to a tree."""

    meaning: CommandMeaning
    rules: RuleTable
    choices: list[Options] = field(default_factory=list)
    cost: float = 0.0
    used: set[str] = field(default_factory=set)
    """Prepositions that are a destination, so that they say nothing of a thing besides."""
    path: list[str] = field(default_factory=list)
    """The variables that are being converted, against analyses that go round in a circle."""

    def leaf(self, name: str, options: Options, span: Span | None) -> Rcl:
        """A leaf with one value, or with an open choice."""
        if len(options) == 1:
            self.cost += options[0][1]
            return Rcl(name, options[0][0], span=span)
        self.choices.append(options)
        return Rcl(name, f"{OPEN}{len(self.choices) - 1}", span=span)

    def enter(self, variable: str) -> None:
        """Begin with a variable; a circle is refused."""
        if variable in self.path or len(self.path) > _DEEPEST:
            raise Unreadable("it speaks of itself")
        self.path.append(variable)

    def leave(self) -> None:
        """Done with the variable entered last."""
        self.path.pop()

    def sorted_about(self, variable: str) -> list[Predication]:
        """What modifies a variable, in the order of the words."""
        about = (one for one in self.meaning.about(variable) if one.arg("ARG0") not in self.used)
        return sorted(about, key=lambda one: one.span or (0, 0))
