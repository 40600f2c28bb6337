"""YAML as plain data: small, flat, without aliases, tags, repeated keys or surprises.

Only what JSON has is read as more than a text, so `yes`, `no`, `1:30` and dates stay the texts they look
like. An alias is refused outright: nothing here needs one, and a few of them can unfold to gigabytes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from likewise.errors import InputError, MissingPartError

__all__ = ["LARGEST", "read_yaml"]

LARGEST = 64 * 1024
_DEEPEST = 12
_PREFIX = "tag:yaml.org,2002:"
_PLAIN = {
    "null": (r"~|null|", ["~", "n", ""]),
    "bool": (r"true|false", list("tf")),
    "int": (r"-?(?:0|[1-9][0-9]{0,17})", list("-0123456789")),
    "float": (r"-?(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,17})", list("-0123456789")),
}


def read_yaml(text: str) -> Any:
    """The one document of the text."""
    if not isinstance(text, str):
        raise InputError("expected YAML text")
    if len(text) > LARGEST or len(text.encode("utf-8", "surrogatepass")) > LARGEST:
        raise InputError(f"is too large, expected at most {LARGEST} bytes of YAML")
    yaml, loader = _loader()
    try:
        return yaml.load(text, Loader=loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        problem = " ".join(str(error.problem or error.context).split())
        raise InputError(f"not valid YAML ({problem})", line=mark.line + 1 if mark else None) from None
    except (yaml.YAMLError, RecursionError, ValueError, OverflowError):
        raise InputError("not valid YAML") from None


@cache
def _loader() -> tuple[Any, Any]:
    try:
        import yaml
    except ImportError:
        raise MissingPartError("PyYAML", "likewise[studio]") from None

    class PlainLoader(yaml.SafeLoader):
        """The safe loader, with less."""

        yaml_implicit_resolvers: dict[Any, Any] = {}  # noqa: RUF012 (PyYAML's way to be configured)
        depth = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            event = self.peek_event()  # type: ignore[no-untyped-call]
            if isinstance(event, yaml.events.AliasEvent) or getattr(event, "anchor", None):
                raise yaml.composer.ComposerError(
                    None, None, "anchors and aliases are not allowed", event.start_mark
                )
            if getattr(event, "tag", None) not in (None, "!"):
                raise yaml.composer.ComposerError(None, None, "tags are not allowed", event.start_mark)
            if self.depth >= _DEEPEST:
                raise yaml.composer.ComposerError(None, None, "nested too deep", event.start_mark)
            self.depth += 1
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            seen = set()
            for key, _ in node.value:
                if not isinstance(key, yaml.nodes.ScalarNode):
                    raise yaml.constructor.ConstructorError(
                        None, None, "a key must be a plain word", key.start_mark
                    )
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"the key '{key.value}' stands there twice", key.start_mark
                    )
                seen.add(key.value)
            return super().construct_mapping(node, deep=deep)

    for tag, (pattern, first) in _PLAIN.items():
        PlainLoader.add_implicit_resolver(_PREFIX + tag, re.compile(f"(?:{pattern})\\Z"), first)
    return yaml, PlainLoader
