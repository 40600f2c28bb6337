"""Analyses made on demand: the ACE parser with a grammar image, or a DELPH-IN web service.

Neither comes with Likewise. ACE is a program of its own and a grammar image is a file of some hundred
megabytes; `likewise doctor` says what is there. A web service sees every text that is sent to it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from likewise.deep.analyses import Analysis, Item
from likewise.errors import InputError, MissingPartError

if TYPE_CHECKING:
    from delphin.interface import Response

__all__ = ["ACE_HINT", "GRAMMAR_HINT", "SERVER_HINT", "Ace", "WebService", "find_grammar", "find_server"]

ACE_HINT = "the archive at https://sweaglesw.org/linguistics/ace/ (put the program 'ace' on the path)"
GRAMMAR_HINT = "set LIKEWISE_GRAMMAR to a grammar image such as erg-2025.dat, made for your version of ACE"
_ANSWERED = ("results", "readings", "NOTES", "WARNINGS", "ERRORS")
"""What an answer of ACE has at least one of; a program that ended, for a wrong image say, has none."""
SERVER_HINT = "set LIKEWISE_DELPHIN_SERVER to the address of a DELPH-IN web service you may send texts to"


def find_grammar() -> Path | None:
    """The grammar image that LIKEWISE_GRAMMAR names, if it is there."""
    named = os.environ.get("LIKEWISE_GRAMMAR", "")
    return Path(named) if named and Path(named).is_file() else None


def find_server() -> str | None:
    """The web service that LIKEWISE_DELPHIN_SERVER names."""
    return os.environ.get("LIKEWISE_DELPHIN_SERVER") or None


@dataclass(frozen=True)
class Ace:
    """ACE with a grammar image, at most `best` analyses a sentence."""

    grammar: str | None = None
    best: int = 5
    executable: str = "ace"

    def image(self) -> Path:
        """The grammar image; says how to get what is missing."""
        if shutil.which(self.executable) is None:
            raise MissingPartError("the parser ACE", ACE_HINT)
        grammar = Path(self.grammar) if self.grammar else find_grammar()
        if grammar is None:
            raise InputError(f"no grammar for ACE is named: {GRAMMAR_HINT}")
        if not grammar.is_file():
            raise InputError("no such grammar image", file=str(grammar))
        return grammar

    def analyse(self, texts: Iterable[str]) -> Iterator[Item]:
        """An item for each text; one that the grammar does not cover has no analyses."""
        from delphin import ace

        image = self.image()
        command = ["-n", str(self.best)]
        try:
            with (
                open(os.devnull, "w") as quiet,
                ace.ACEParser(image, command, shutil.which(self.executable), stderr=quiet) as parser,
            ):
                for number, text in enumerate(map(_one_line, texts)):
                    answer = parser.interact(text)
                    if text and not any(answer.get(key) for key in _ANSWERED):
                        raise ace.ACEProcessError("it stopped without an answer")
                    yield _item(number, text, answer)
        except (ace.ACEProcessError, OSError, subprocess.SubprocessError) as error:
            reason = " ".join(str(error).split())
            raise InputError(f"ACE cannot work with this grammar image ({reason})", file=str(image)) from None


@dataclass(frozen=True)
class WebService:
    """A DELPH-IN web service (`/parse` over HTTP), at most `best` analyses a sentence."""

    server: str | None = None
    best: int = 5

    def address(self) -> str:
        """The service's address; there is no default, since texts are sent to it."""
        server = self.server or find_server()
        if not server:
            raise InputError(f"no DELPH-IN web service is named: {SERVER_HINT}")
        if not server.startswith(("http://", "https://")):
            raise InputError(f"expected an address that begins with http:// or https://, found {server}")
        return server if server.endswith("/") else f"{server}/"

    def analyse(self, texts: Iterable[str]) -> Iterator[Item]:
        """An item for each text, asked for one after the other."""
        address = self.address()
        try:
            import httpx
            from delphin.web.client import Parser
        except ImportError:
            raise MissingPartError("the client of DELPH-IN web services", "pydelphin[web]") from None
        parser = Parser(address)
        params = {"derivation": "udf", "mrs": "simple", "results": self.best}
        for number, text in enumerate(map(_one_line, texts)):
            try:
                answer = parser.interact(text, params=dict(params))
            except (httpx.HTTPError, json.JSONDecodeError, ValueError) as error:
                reason = " ".join(str(error).split()) or type(error).__name__
                raise InputError(f"the web service {address} gives no analyses ({reason})") from None
            yield _item(number, text, answer)


def _one_line(text: str) -> str:
    """The text as parsers take it, a sentence a line and no blanks around it: offsets count in this."""
    return "".join(" " if c.isspace() else c for c in text).strip()


def _item(number: int, text: str, response: Response) -> Item:
    analyses = []
    for result in response.results():
        mrs = result.get("mrs") or ""
        analyses.append(Analysis(text, _udf(result), mrs if isinstance(mrs, str) else _simple(result)))
    return Item(str(number + 1), text, tuple(analyses))


def _udf(result: Any) -> str:
    """The derivation as text; a service may send it as an object."""
    derivation = result.get("derivation") or ""
    return derivation if isinstance(derivation, str) else str(result.derivation().to_udf(indent=None))


def _simple(result: Any) -> str:
    from delphin.codecs import simplemrs

    return str(simplemrs.encode(result.mrs()))
