"""Which options make sense in one call: none twice that is single, none that would have no effect.

What an option goes with is said once, at the beginning of its help, where people read it and this module
enforces it: `With --clusters: ..`, `With --mode paper: ..`, `With --in or --all: ..`, `Without --model: ..`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from likewise.cli.manners import current
from likewise.errors import InputError

__all__ = ["conditions", "ruled"]

_CONDITION = re.compile(r"(With|Without) (--[\w-]+(?: \w+)?(?: or --[\w-]+(?: \w+)?)*):")


def ruled(command: Any) -> Any:
    """The command, or all commands of a group, with arguments checked as soon as they are parsed."""
    for one in getattr(command, "commands", {}).values():
        ruled(one)
    make = command.make_parser

    def make_parser(ctx: Any) -> Any:
        parser = make(ctx)
        parse = parser.parse_args

        def parse_args(args: list[str]) -> Any:
            values, rest, order = parse(args)
            if not ctx.resilient_parsing:
                _once(order)
                _with_effect(command, order, values)
                current().given |= {param.name for param in order if param.param_type_name == "option"}
            return values, rest, order

        parser.parse_args = parse_args
        return parser

    command.make_parser = make_parser
    return command


def _once(order: Sequence[Any]) -> None:
    """Refuse an option that is single and stands there twice: one of the two would be lost."""
    seen = set()
    for param in order:
        single = param.param_type_name == "option" and not (param.multiple or param.count)
        # `--json --json` says one thing; `--encoder --no-encoder` says two.
        if single and param.name in seen and not (param.is_flag and not param.secondary_opts):
            raise InputError(f"{_name(param)} is given twice, expected it once")
        seen.add(param.name)


def conditions(text: str | None) -> tuple[bool, list[tuple[str, str | None]]]:
    """Of an option's help: whether it goes with others (or without them), and those, each with its value."""
    match = _CONDITION.match(text or "")
    if match is None:
        return True, []
    pairs = [part.partition(" ") for part in match[2].split(" or ")]
    return match[1] == "With", [(name, value or None) for name, _, value in pairs]


def _with_effect(command: Any, order: Sequence[Any], values: Mapping[str, Any]) -> None:
    """Refuse an option that goes with others that are not there (or without one that is)."""
    by_name = {option: param for param in command.params for option in param.opts}
    for param in order:
        wanted, others = conditions(getattr(param, "help", None))
        if others and wanted != any(_is_there(by_name.get(name), value, values) for name, value in others):
            names = " or ".join(name if value is None else f"{name} {value}" for name, value in others)
            how = f"here: it goes with {names}" if wanted else f"beside {names}"
            raise InputError(f"{_name(param)} has no effect {how}")


def _is_there(param: Any, value: str | None, values: Mapping[str, Any]) -> bool:
    if param is None:  # an option that several commands share, and this one of the others lacks
        return False
    found = values.get(param.name, param.default)
    return found == value if value is not None else found not in (None, False, [], ())


def _name(param: Any) -> str:
    return str(max(param.opts, key=len))
