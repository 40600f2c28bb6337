"""The roles of each predicate of a text by its tree: WHO (0), WHOM (1), TO WHOM (2), and prepositions.

A passive subject is WHOM and its "by" WHO, so that both voices have one table. The frames' own labels fill
what the tree leaves open.
"""

from __future__ import annotations

from functools import lru_cache

from likewise.metrics.meaning.read_text import ReadText

__all__ = ["is_coordinated", "phrase_of", "role_table"]

_PLACED = frozenset(["from", "than", "with", "against", "over", "of", "into", "on", "in", "for", "at"])


@lru_cache(maxsize=4096)
def role_table(read: ReadText) -> dict[int, dict[str, int]]:
    """For each predicate the heads of its fillers by role."""
    table: dict[int, dict[str, int]] = {}
    for i in range(len(read.words)):
        roles = _roles(read, i)
        if len(roles) > 1 or (roles and read.tags[i] == "VERB"):
            table[i] = roles
    for frame in read.frames:
        roles = table.setdefault(frame.predicate, {})
        heads = set(roles.values())
        for label, first, last in frame.roles:
            if label in {"ARG0", "ARG1", "ARG2"} and label[3] not in roles:
                head = _head(read, first, last)
                if head not in heads and read.words[head].is_content:
                    roles[label[3]] = head
    return table


def _roles(read: ReadText, i: int) -> dict[str, int]:
    children = read.children[i]
    passive = any(read.relations[c] in {"aux:pass", "nsubj:pass"} for c in children)
    roles: dict[str, int] = {}
    for c in children:
        relation = read.relations[c]
        if relation == "nsubj:pass" or (relation == "nsubj" and passive):
            roles.setdefault("1", c)
        elif relation in {"nsubj", "nsubj:outer"}:
            roles.setdefault("0", c)
        elif relation == "obj":
            roles.setdefault("1", c)
        elif relation == "iobj":
            roles.setdefault("2", c)
        elif relation.startswith(("obl", "nmod")):
            case = next((read.lows[k] for k in read.children[c] if read.relations[k] == "case"), "")
            if relation == "obl:agent" or (passive and case == "by"):
                roles.setdefault("0", c)
            elif case == "to":
                roles.setdefault("2", c)
            elif case in _PLACED:
                roles.setdefault(case, c)
    if passive and "1" in roles and "obj" in {read.relations[c] for c in children}:
        kept = next(c for c in children if read.relations[c] == "obj")
        roles["2"], roles["1"] = roles["1"], kept  # she was sent a letter
    return roles


def _head(read: ReadText, first: int, last: int) -> int:
    """The word of a filler that hangs on something outside of it."""
    for i in range(first, last):
        outside = not first <= read.heads[i] < last
        if outside and read.relations[i] not in {"case", "mark", "punct", "det"}:
            return i
    return last - 1


def phrase_of(read: ReadText, head: int) -> list[int]:
    """A head with its nearest words: determiners, adjectives, names and compounds."""
    near = {"det", "amod", "compound", "flat", "nummod", "nmod:poss", "poss"}
    words = [c for c in read.children[head] if read.relations[c] in near and abs(c - head) < 5]
    return sorted([*words, head])


def is_coordinated(read: ReadText, one: int, other: int) -> bool:
    """Whether two words are parts of one list: X and Y."""
    return _first(read, one) == _first(read, other)


def _first(read: ReadText, i: int) -> int:
    for _ in range(len(read.words)):
        if not read.relations[i].startswith("conj") or read.heads[i] < 0:
            break
        i = read.heads[i]
    return i
