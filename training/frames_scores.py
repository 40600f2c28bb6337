"""Quick scores of the frame parser while it is learnt; `benchmarks/frames.py` has exact ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch


def spans_of(scores: Any, size: int, names: list[str]) -> set[tuple[int, int, str]]:
    """The best legal sequence of begin, inside and outside, as spans. Names: O, B-x, I-x, B-y, I-y, .."""
    best = scores[0].copy()
    best[2::2] = -1e9
    back = np.zeros((size, len(names)), np.int64)
    own = np.arange(len(names))
    for k in range(1, size):
        top = int(best.argmax())
        came = np.full(len(names), top)
        came[2::2] = np.where(best[2::2] > best[1::2], own[2::2], own[1::2])
        back[k] = came
        best = best[came] + scores[k]
    at = int(best.argmax())
    tags = [at]
    for k in range(size - 1, 0, -1):
        at = int(back[k, at])
        tags.append(at)
    tags.reverse()
    spans, start = set(), 0
    for k, tag in enumerate(tags):
        name = names[tag]
        if name[0] == "B":
            start = k
        if tag and (k + 1 == size or names[tags[k + 1]] != f"I-{name[2:]}"):
            spans.add((start, k + 1, name[2:]))
    return spans


def scores_of(net: Any, rows: list[Any], names: dict[str, list[str]], batch_of: Callable[..., Any]) -> str:
    """Tags, arcs, predicates and roles over given words."""
    net.eval()
    right = dict.fromkeys(("upos", "xpos", "lemma", "uas", "las"), 0)
    counts = {"predicates": [0, 0, 0], "roles": [0, 0, 0], "gold predicates": [0, 0, 0]}
    total = 0
    order = sorted(rows, key=lambda row: sum(map(len, row["words"])))
    for k in range(0, len(order), 32):
        part = order[k : k + 32]
        b = batch_of(part, names)
        with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
            words, lower = net.read(b)
            there = b["words"]
            found = {
                kind: getattr(net, kind)(words[:, 1:]).argmax(-1)
                for kind in ("upos", "xpos", "lemma", "predicate")
            }
            room = torch.nn.functional.pad(there, (1, 0), value=True)
            heads = net.arc_scores(words).float().masked_fill(~room[:, None], -1e4).argmax(-1)
            labels = net.label_scores(words, heads).argmax(-1)
            full = {(o, p) for o, p in torch.nonzero((found["predicate"] == 2) & there).tolist()}
            places = sorted(full | {(o, p) for o, p in torch.nonzero(b["predicate"] == 2).tolist()})
            where = torch.tensor(places, dtype=torch.long).reshape(-1, 2)
            b |= {"of": where[:, 0], "at": where[:, 1]}
            roles = net.role_scores(words, lower, b).float().numpy() if places else ()
        total += int(there.sum())
        for kind in ("upos", "xpos", "lemma"):
            right[kind] += int((found[kind] == b[kind])[there].sum())
        same = (heads == b["heads"])[there]
        right["uas"] += int(same.sum())
        right["las"] += int((same & (labels == b["relation"])[there]).sum())
        guessed = {(o, a) for o, a in torch.nonzero((found["predicate"] > 0) & there).tolist()}
        given = {(o, p) for o, row in enumerate(part) for p, _ in row["frames"]}
        _count(counts["predicates"], guessed, given)
        sets = {
            place: spans_of(one, len(part[place[0]]["words"]), names["role"])
            for place, one in zip(places, roles, strict=True)
        }
        gold = {
            (o, p, *span)
            for o, row in enumerate(part)
            for p, spans in row["frames"]
            for span in map(tuple, spans)
        }
        _count(counts["roles"], {(*p, *span) for p in full for span in sets[p]}, gold)
        _count(counts["gold predicates"], {(*p, *s) for p in given if p in sets for s in sets[p]}, gold)
    shares = [f"{kind} {100 * n / total:.2f}" for kind, n in right.items()]
    return ", ".join(
        [*shares, *(f"{kind} {200 * c[0] / max(c[1] + c[2], 1):.2f}" for kind, c in counts.items())]
    )


def _count(counts: list[int], guessed: set[Any], gold: set[Any]) -> None:
    counts[0] += len(guessed & gold)
    counts[1] += len(guessed)
    counts[2] += len(gold)
