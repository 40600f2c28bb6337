"""The language of feature templates, and named sets of them (Packard 2012, section 1; Toutanova et al. 2005).

A set of features is templates joined by commas. A template is one of

    rule & daughters & grandparent:2     views of one node of the derivation, joined by &
    lextype:2, entry:3                   runs of lexical types or of lexical entries, word by word
    headdep, headdep:entry               a rule with the heads (types, or entries) of its daughters
    predicate, predarg, predarg:class    predicates of the MRS; pairs joined by an argument, whole or by class
    root                                 the root condition

Views of a node: `rule` (its name), `daughters` (theirs; the word of a lexical entry), `grandparent:N` (the
N nodes above), `edge` (one daughter at a time, with its place: what an active edge has seen), `weight` (how
many words each daughter has, in classes), `head` and `headword` (lexical type and entry of its head word),
`boundary` (the lexical types at its two ends).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from likewise.errors import InputError

__all__ = ["FEATURE_SETS", "VIEWS", "TemplatePart", "Template", "atoms_of", "parse_templates"]

VIEWS = ("rule", "daughters", "grandparent", "edge", "weight", "head", "headword", "boundary")
"""What can be seen of one node, in the order in which a template writes it."""

_WHOLE = {
    "lextype": ("1", "2", "3"),
    "entry": ("1", "2", "3"),
    "headdep": ("type", "entry"),
    "predicate": ("",),
    "predarg": ("whole", "class"),
    "root": ("",),
}
"""Templates over a whole analysis: the options that each has, the first one being the default."""

_ATOM = re.compile(r"([a-z]+)(?::([a-z0-9]+))?")
_PCFG = "rule&daughters"
_MORE = f"{_PCFG}, rule&daughters&grandparent:1, rule&daughters&grandparent:2"

_TYPES = "lextype:1, lextype:2, lextype:3"
_MEANING = "predicate, predarg, predarg:class"

FEATURE_SETS = {
    "pcfg": _PCFG,
    "rules": "rule",
    "active": "rule&edge",
    "gp1": f"{_PCFG}, rule&daughters&grandparent:1",
    "gp2": _MORE,
    "gp3": f"{_MORE}, rule&daughters&grandparent:3",
    "gp4": f"{_MORE}, rule&daughters&grandparent:3, rule&daughters&grandparent:4",
    "lextypes": _TYPES,
    "entries": "entry:1, entry:2",
    "weights": "rule&weight",
    "heads": "rule&head, rule&headword",
    "headdeps": "headdep, headdep:entry",
    "predicates": "predicate",
    "semantics": _MEANING,
    "pcfg+active": f"{_PCFG}, rule&edge",
    "pcfg+lextypes": f"{_PCFG}, {_TYPES}",
    "pcfg+weights": f"{_PCFG}, rule&weight",
    "pcfg+heads": f"{_PCFG}, rule&head, rule&daughters&head",
    "pcfg+headdeps": f"{_PCFG}, headdep, headdep:entry",
    "pcfg+boundary": f"{_PCFG}, rule&boundary",
    "pcfg+semantics": f"{_PCFG}, {_MEANING}",
    "gp2+active": f"{_MORE}, rule&edge, rule&edge&grandparent:1",
    "gp2+lextypes": f"{_MORE}, {_TYPES}",
    "gp2+weights": f"{_MORE}, rule&weight, rule&daughters&weight",
    "gp2+headdeps": f"{_MORE}, headdep, headdep:entry",
    "gp2+semantics": f"{_MORE}, {_MEANING}",
    "syntax": f"{_MORE}, rule&edge, rule&weight, rule&boundary, {_TYPES}, headdep, root",
    "everything": (
        f"{_MORE}, rule&daughters&grandparent:3, rule&edge, rule&weight, rule&head, rule&boundary, "
        f"{_TYPES}, entry:2, headdep, headdep:entry, root, {_MEANING}"
    ),
}
"""Named sets; `pcfg` is the paper's "pcfg baseline"."""


@dataclass(frozen=True, slots=True, order=True)
class TemplatePart:
    """One view of a node, with the number that `grandparent` takes."""

    view: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.view}:{self.number}" if self.number else self.view


@dataclass(frozen=True, slots=True)
class Template:
    """A template: views of a node, or the name and option of one over the whole analysis."""

    parts: tuple[TemplatePart, ...] = ()
    whole: str = ""
    option: str = ""

    def __str__(self) -> str:
        if self.parts:
            return "&".join(str(part) for part in self.parts)
        return f"{self.whole}:{self.option}" if self.option else self.whole

    @property
    def needs_mrs(self) -> bool:
        """Whether it looks at the MRS."""
        return self.whole.startswith("pred")


def parse_templates(text: str) -> tuple[Template, ...]:
    """The templates of a named set or of a text in the language above; each once, in order."""
    written = FEATURE_SETS.get(text.strip(), text)
    templates = dict.fromkeys(_template(part.strip()) for part in written.split(","))
    return tuple(templates)


def atoms_of(sets: list[str] | tuple[str, ...]) -> tuple[Template, ...]:
    """All templates of several sets, each once: what has to be extracted for them."""
    return tuple(dict.fromkeys(template for text in sets for template in parse_templates(text)))


def _template(text: str) -> Template:
    pieces = [_atom(piece.strip(), text) for piece in text.split("&")]
    name, option = pieces[0]
    if len(pieces) == 1 and name in _WHOLE:
        allowed = _WHOLE[name]
        if option is not None and option not in allowed:
            raise InputError(
                f"template '{text}': {name} takes {', '.join(filter(None, allowed)) or 'nothing'}"
            )
        return Template(whole=name, option=allowed[0] if option is None else option)
    parts = sorted({_part(name, option, text) for name, option in pieces}, key=_order)
    return Template(tuple(parts))


def _order(part: TemplatePart) -> tuple[int, int]:
    return VIEWS.index(part.view), part.number


def _atom(piece: str, text: str) -> tuple[str, str | None]:
    match = _ATOM.fullmatch(piece)
    if not match:
        raise InputError(f"template '{text}': expected a name, as in 'rule&daughters', found '{piece}'")
    return match[1], match[2]


def _part(name: str, option: str | None, text: str) -> TemplatePart:
    if name not in VIEWS:
        known = ", ".join([*VIEWS, *_WHOLE])
        raise InputError(f"template '{text}': unknown '{name}', expected one of {known}")
    if name != "grandparent":
        if option is not None:
            raise InputError(f"template '{text}': {name} takes no number")
        return TemplatePart(name)
    if option is None or not option.isdecimal() or not 1 <= int(option) <= 4:
        raise InputError(f"template '{text}': grandparent takes a number from 1 to 4")
    return TemplatePart(name, int(option))
