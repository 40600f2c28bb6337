"""How a command speaks: in which form its tables are, whether it remarks on anything, whether it tells more.

The options are the same for every command (`--show` where there are tables), so they are added here and not
written in each.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Annotated, Any, Literal

import typer

from likewise.errors import InputError
from likewise.io import ReadLog
from likewise.kernel import on_compile

__all__ = ["FORMS", "SHARED", "Manners", "current", "mannered", "note_compiling", "speak"]

Form = Literal["table", "markdown", "latex", "tsv", "json"]
FORMS = ("table", "markdown", "latex", "tsv", "json")

Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", help="No remarks, no progress; warnings and errors stay.")
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", "-v", help="Tell the time and memory it took, and where errors come from."),
]
Show = Annotated[
    str | None, typer.Option("--show", metavar="FORM", help="table, markdown, latex, tsv or json.")
]

SkipBroken = Annotated[
    bool,
    typer.Option("--skip-broken", help="Leave bad rows out, count them, tell the first."),
]

SHARED = ("--show", "--skip-broken", "--quiet", "-q", "--verbose", "-v")
"""What every command takes beside its own options.

`--show` those that print tables, `--skip-broken` those that read rows.
"""
READS = {"read_log", "segments_from"}
"""What a command's module uses that reads rows and can leave bad ones out."""


COMPILING = "compiling for this machine, once: it is kept (likewise warmup compiles everything ahead)"


@dataclass
class Manners:
    """What was asked for, whether a table was printed, which options were given, what was read."""

    show: str = "table"
    quiet: bool = False
    verbose: bool = False
    tables: int = 0
    given: set[str] = field(default_factory=set)
    log: ReadLog = field(default_factory=ReadLog)


_current = Manners()


def current() -> Manners:
    """Those of the command that runs."""
    return _current


def speak(**asked: Any) -> None:
    """Begin anew, with what is asked for before the command's name."""
    _current.__init__(**asked)  # type: ignore[misc]


def note_compiling() -> None:
    """Remark on what takes the time when the first kernel of this process is compiled."""

    def told(name: str) -> None:
        on_compile(None)
        if not current().quiet:
            print(f"likewise: {COMPILING}", file=sys.stderr)

    on_compile(told)


def mannered(command: Any) -> Any:
    """The command, or all commands of a group, with the shared options."""
    for one in getattr(command, "commands", {}).values():
        mannered(one)
    if not hasattr(command, "commands"):
        _add_options(command)
    return command


def _add_options(command: Any) -> None:
    """The shared options, after the command's own: those that the command's module has a use for."""
    used = inspect.unwrap(command.callback).__globals__
    own = {option for param in command.params for option in getattr(param, "opts", ())}
    useful = {"quiet": True, "verbose": True, "skip_broken": not READS.isdisjoint(used),
              "show": "print_table" in used or "print_tables" in used}  # fmt: skip
    for param in _params():
        if own.isdisjoint(param.opts) and useful[param.name]:
            command.params.append(param)
    command.callback = _heeding(command.callback)


def _params() -> list[Any]:
    """The shared options as parameters of whatever library is behind the commands."""
    program = typer.Typer(add_completion=False, rich_markup_mode=None)
    program.command()(_shared)
    return [param for param in typer.main.get_command(program).params if param.name != "help"]


def _shared(
    show: Show = None, skip_broken: SkipBroken = False, quiet: Quiet = False, verbose: Verbose = False
) -> None:
    """Only the parameters are used."""


def _heeding(callback: Callable[..., Any]) -> Callable[..., Any]:
    """The function of a command, run with what the shared options ask for."""

    @wraps(callback)
    def heeding(show: str | None = None, quiet: bool = False, verbose: bool = False, **given: Any) -> Any:
        if show not in (None, *FORMS):
            raise InputError(f"--show {show}: expected one of {', '.join(FORMS)}")
        if show is not None and given.get("json_out") and show != "json":
            raise InputError(f"--json and --show {show} ask for two forms of one result")
        manners = current()
        manners.quiet, manners.verbose = manners.quiet or quiet, manners.verbose or verbose
        manners.show = show or manners.show
        if manners.quiet and manners.verbose:
            raise InputError("--quiet and --verbose ask for less and for more: one of them")
        if show == "json" and "json_out" in given:
            given["json_out"] = True
        if not READS.isdisjoint(inspect.unwrap(callback).__globals__):
            manners.log.skip_broken = given.pop("skip_broken", False)
        result = callback(**given)
        for warning in manners.log.warnings():
            print(f"likewise: {warning}", file=sys.stderr)
        if show not in (None, "table", "json") and not manners.tables:
            raise InputError(f"--show {show}: there was no table to show")
        return result

    return heeding
