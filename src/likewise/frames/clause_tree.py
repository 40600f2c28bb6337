"""A dependency tree as rules look at it: children, spans, and whose subject is whose."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ClauseTree"]

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
JOINED = ("acl", "dep", "conj", "advcl", "xcomp", "ccomp")
"""Relations of clauses that may have their subject from another one."""
EDGES = frozenset(",，、;；:：.。!！?？…")


class ClauseTree:
    """Words (in simplified characters), tags, heads (-1: none) and relations of one sentence."""

    def __init__(
        self, words: Sequence[str], tags: Sequence[str], heads: Sequence[int], relations: Sequence[str]
    ) -> None:
        self.words, self.tags, self.heads, self.relations = words, tags, heads, relations
        self.children: list[list[int]] = [[] for _ in words]
        self.first, self.last = list(range(len(words))), list(range(len(words)))
        for k, head in enumerate(heads):
            if head >= 0:
                self.children[head].append(k)
            while head >= 0:
                self.first[head], self.last[head] = min(self.first[head], k), max(self.last[head], k)
                head = heads[head]

    def under(self, head: int, *relations: str) -> list[int]:
        """The children that stand in one of these relations."""
        return [k for k in self.children[head] if self.relations[k] in relations]

    def span(self, word: int, apart: int) -> tuple[int, int] | None:
        """The words under a word, on its side of another one, without marks at the edges."""
        start, end = self.first[word], self.last[word] + 1
        if start <= apart < end:
            start, end = (start, apart) if word < apart else (apart + 1, end)
        return self.trimmed(start, end)

    def trimmed(self, start: int, end: int) -> tuple[int, int] | None:
        """A span without marks at its edges; nothing where nothing is left."""
        while start < end and self.words[start] in EDGES:
            start += 1
        while start < end and self.words[end - 1] in EDGES:
            end -= 1
        return (start, end) if start < end else None

    def own_subject(self, head: int) -> int | None:
        """The subject right under a word: the last before it, in the passive the last before its mark."""
        marks = self.under(head, "auxpass")
        limit = marks[0] if marks else head
        found = [k for k in self.under(head, *SUBJECTS) if k < limit]
        return found[-1] if found else None

    def shared_subject(self, verb: int) -> int | None:
        """The subject that a clause without one has from the clause above it or from the one before it."""
        node = verb
        for _ in range(6):
            for before in reversed(self.under(node, "acl", "dep", "conj")):
                if before < node and before != verb and (found := self.own_subject(before)) is not None:
                    return found
            head = self.heads[node]
            if head < 0 or self.relations[node] not in JOINED:
                return None
            found = self.own_subject(head)
            if found is not None:
                return found if found < verb or self.relations[node] in ("acl", "xcomp") else None
            for before in reversed(self.under(head, "acl", "dep", "conj")):
                if before < node and (found := self.own_subject(before)) is not None:
                    return found
            node = head
        return None
