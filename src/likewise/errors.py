"""What can go wrong, as one family.

LikewiseError
├── InputError        something the user handed in: file, line, field, what was expected (exit code 2)
│   └── RowError      a row of data that a program holds: its number, its label in an index, its column
├── MissingPartError  an optional part is not installed; carries the line that installs it (exit code 2)
└── RefusedError      a rule forbids it: not allowed, lease expired, already answered ... (exit code 2)
"""

from __future__ import annotations

__all__ = ["InputError", "LikewiseError", "MissingPartError", "RefusedError", "RowError"]


class LikewiseError(Exception):
    """Base of every error that Likewise raises on purpose."""


class InputError(LikewiseError):
    """Bad input, told in one line: where it is and what was expected there."""

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        field: str | None = None,
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.field = field
        super().__init__(message)

    def __str__(self) -> str:
        text = ": ".join([*self._place(), _short(self.message)])
        return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)

    def _place(self) -> list[str]:
        """Where it is, in words."""
        where = self.file or ""
        if self.line is not None:
            where = f"{where}:{self.line}" if where else f"line {self.line}"
        parts = [where] if where else []
        if self.field is not None:
            parts.append(f"field '{_short(self.field)}'")
        return parts


class RowError(InputError):
    """Bad input in a row of data that a program holds: `row` counts from 0, `index` is the row's label."""

    def __init__(self, message: str, *, row: int, index: object = None, field: str | None = None) -> None:
        super().__init__(message, line=row, field=field)
        self.row = row
        self.index = index

    def _place(self) -> list[str]:
        column = "" if self.field is None else f", column '{_short(self.field)}'"
        return [*([self.file] if self.file else []), row_place(self.row, self.index) + column]


def row_place(row: int, index: object = None) -> str:
    """A row in words: by its label too where it has one."""
    label = "counted from 0" if index is None else f"index {_short(repr(index))}"
    return f"row {row} ({label})"


def _short(text: str) -> str:
    """The text, its middle left out where it quotes more of the input than a line can show."""
    return text if len(text) <= 500 else f"{text[:300]} ... {text[-150:]}"


class MissingPartError(LikewiseError):
    """An optional part was used that is not installed.

    `install` is what is wanted, `likewise[ask]` or `pandas`, for which the command that works here is found;
    or a command, or words.
    """

    def __init__(self, part: str, install: str) -> None:
        self.part = part
        self.install = install if " " in install else _install_line(install)
        super().__init__(f"{part} is not installed; install it with: {self.install}")


def _install_line(requirement: str) -> str:
    from likewise.installation import install_line

    return install_line(requirement)


class RefusedError(LikewiseError):
    """A rule of the house forbids what was asked; `code` names the rule for programs."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)
