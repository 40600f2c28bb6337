"""The negated event: the words of a scope that name what did not happen, where the sentence says it did not.

Questions, conditions and wishes have a scope and no event; the tagger learns that from the words around.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from likewise.negation.scopes import Labels
from likewise.negation.views import View
from likewise.text.crf import CRF
from likewise.trees import CLAUSES

__all__ = ["EventTagger"]

_DOUBT = frozenset(
    [
        "if",
        "whether",
        "unless",
        "could",
        "would",
        "should",
        "may",
        "might",
        "must",
        "can",
        "shall",
        "will",
        "perhaps",
        "let",
        "suppose",
        "hope",
    ]
)


@dataclass(frozen=True)
class EventTagger:
    """One linear-chain model over the places of the view."""

    model: CRF

    @staticmethod
    def fit(views: Sequence[View], scopes: Sequence[Labels], gold: Sequence[Labels]) -> EventTagger:
        """Learn from views, their scopes and the labels of the events."""
        rows = [event_features(view, scope) for view, scope in zip(views, scopes, strict=True)]
        return EventTagger(CRF.fit(rows, gold, 2, l2=1.0, edge_l2=1.0, minimum=2, steps=80))

    def tag(self, view: View, scope: Labels) -> Labels:
        """The labels of the event, always inside the scope."""
        labels = self.model.best(event_features(view, scope))[0][0]
        return tuple(a & b for a, b in zip(labels, scope, strict=True))


def event_features(view: View, scope: Labels) -> list[list[str]]:
    """Names of the features at each place."""
    words, tags = view.lowered, view.sentence.tags
    inside = [token for token, label in zip(view.places, scope, strict=True) if label]
    doubt = next((words[t] for t in inside if words[t] in _DOUBT), "")
    question = "?" in words[view.anchor :]
    mood = f"{doubt} {question}"
    heads = [t for t in inside if tags[t].startswith("V")]
    rows = []
    for token, label in zip(view.places, scope, strict=True):
        if not label:
            rows.append(["@bias", "out"])
            continue
        side = "l" if token < view.anchor else "r" if token > view.anchor else "c"
        far = min(abs(token - view.anchor), 6)
        verbs = sum(t < token for t in heads)
        later = min(sum(t > token for t in heads), 3)
        up, k = _path(view, token)
        tag, kind = tags[token], view.kind
        rows.append([
            "@bias", "in", f"w={words[token]}", f"t={tag}", f"@st={side} {tag}", f"skt={side} {kind} {tag}",
            f"mood={mood}", f"mt={mood} {tag}", f"kd={kind} {side}{far}", f"dt={side}{far} {tag}",
            f"q={question}", f"@doubt={doubt} {tag}", f"v={tag} {min(verbs, 3)} {later}",
            f"up={side} {up} {tag}",
            f"kup={kind} {up} {tag}", f"k={side} {k} {tag}", f"-1={words[token - 1] if token else ''}",
            f"t-1={tags[token - 1] if token else ''} {tag}",
            f"+1={words[token + 1] if token + 1 < len(words) else ''}",
            f"t+1={tags[token + 1] if token + 1 < len(tags) else ''} {tag}",
        ])  # fmt: skip
    return rows


def _path(view: View, token: int) -> tuple[str, str]:
    tree = view.tree
    ups, node = [], tree.homes[token]
    while node not in view.rank:
        ups.append(tree.labels[node])
        node = tree.parents[node]
    k = view.rank[node]
    clauses = sum(label in CLAUSES for label in ups)
    return "^".join(ups[:4]) + ">" + tree.labels[
        node
    ], f"{min(k, 5)} {min(view.clauses_below[k], 3)} {clauses}"
