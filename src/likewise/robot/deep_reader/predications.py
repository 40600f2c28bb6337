"""What a command says, as the predications of an MRS (minimal recursion semantics; Packard 2014, Figure 2).

A predication is a predicate with its arguments: `_cube_n_1(ARG0=x2)`, `_red_a_1(ARG0=e3, ARG1=x2)`. Analyses
of a deep parser and of the grammar in this folder become these records, so that one set of rules reads both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

__all__ = ["CommandMeaning", "Predicate", "Predication", "is_quantifier", "predicate_parts"]

Span = tuple[int, int]
_TAGS = {"nn": "n", "nns": "n", "jj": "a", "vb": "v", "vbn": "v", "vbg": "v", "rb": "a"}
"""Parts of speech by the tags of unknown words (`_cub/nn_u_unknown`)."""


class Predicate(NamedTuple):
    """The parts of a predicate's name: `_pick_v_up` is pick, v, up."""

    lemma: str
    pos: str
    sense: str


@lru_cache(maxsize=4096)
def predicate_parts(name: str) -> Predicate:
    """The parts of a name; one without a leading line (`compound`, `card`) has only a lemma."""
    if not name.startswith("_"):
        return Predicate(name, "", "")
    lemma, _, rest = name[1:].partition("_")
    pos, _, sense = rest.partition("_")
    if "/" in lemma:
        lemma, _, tag = lemma.partition("/")
        pos = _TAGS.get(tag, tag[:1])
    return Predicate(lemma.lower(), pos, sense)


@dataclass(frozen=True, slots=True)
class Predication:
    """A predicate with its arguments by role, and the words that it comes from (half open)."""

    name: str
    args: Mapping[str, str]
    span: Span | None = None
    constant: str = ""
    """What a number or a name says: "2", "Green"."""

    @property
    def lemma(self) -> str:
        return predicate_parts(self.name).lemma

    @property
    def pos(self) -> str:
        return predicate_parts(self.name).pos

    @property
    def sense(self) -> str:
        return predicate_parts(self.name).sense

    def arg(self, role: str) -> str:
        """The variable of a role; "" where there is none."""
        return self.args.get(role, "")

    def with_args(self, **args: str) -> Predication:
        """The same with other arguments for some roles."""
        return replace(self, args={**self.args, **args})

    def renamed(self, names: Mapping[str, str]) -> Predication:
        """The same with other names for some variables."""
        return replace(self, args={role: names.get(value, value) for role, value in self.args.items()})

    def follows(self, other: Predication) -> bool:
        """Whether its words stand right behind those of another."""
        return self.span is not None and other.span is not None and self.span[0] == other.span[1]


@dataclass(frozen=True)
class CommandMeaning:
    """All predications of an analysis, the variable at which to begin, and what is known of variables."""

    index: str
    predications: tuple[Predication, ...]
    properties: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    cost: float = 0.0
    """How unlikely the source finds the analysis; 0 is best."""
    notes: tuple[str, ...] = ()
    parsed: bool = False
    """Whether it comes from a general parser, which knows nothing of robots."""

    @cached_property
    def _by_role(self) -> dict[tuple[str, str], list[Predication]]:
        table: dict[tuple[str, str], list[Predication]] = {}
        for one in self.predications:
            for role, variable in one.args.items():
                table.setdefault((role, variable), []).append(one)
        return table

    def having(self, role: str, variable: str) -> list[Predication]:
        """The predications with a variable in a role, in the order of the analysis."""
        return self._by_role.get((role, variable), [])

    def named(self, variable: str) -> list[Predication]:
        """What the variable itself is: nouns, verbs, numbers; no quantifiers."""
        return [one for one in self.having("ARG0", variable) if not is_quantifier(one)]

    def about(self, variable: str) -> list[Predication]:
        """What modifies the variable: adjectives, prepositions, parts of compounds."""
        return self.having("ARG1", variable)

    def plural(self, variable: str) -> bool:
        """Whether a thing is spoken of in the plural."""
        return self.properties.get(variable, {}).get("NUM") == "pl"

    def __iter__(self) -> Iterator[Predication]:
        return iter(self.predications)


def is_quantifier(predication: Predication) -> bool:
    """Whether it is a quantifier: `_the_q`, `udef_q`."""
    name = predication.name
    return name.endswith("_q") or "_q_" in name
