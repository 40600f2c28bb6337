"""The Chinese parser's network in PyTorch: characters are cut into words and tagged, words are given heads.

Two layers over characters give each the begin or inside of a word with its part of speech (Ng and Low 2004);
a word is its first and last character there, with a vector of its own where it is common; a layer over words
and two biaffine forms (Dozat and Manning 2017) give heads and relations. `likewise.frames` computes the same
with numpy.
"""

from __future__ import annotations

import math
import random
import time
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as f

BIGRAMS = 1 << 14
CHARACTER, PAIR, WORD = 64, 32, 64
STATE, WIDE = 160, 192
ARC, LABEL = 160, 64


class BothWays(nn.Module):
    """A layer that reads from left to right beside one that reads from right to left."""

    def __init__(self, width: int, state: int) -> None:
        super().__init__()
        self.forth = nn.LSTM(width, state, batch_first=True)
        self.back = nn.LSTM(width, state, batch_first=True)

    def forward(self, x: Any, sizes: Any) -> Any:
        forth, back = self.apart(x, sizes)
        return torch.cat([forth, back], -1)

    def apart(self, x: Any, sizes: Any) -> tuple[Any, Any]:
        """The states of each direction. Sentences are turned within their own length, so padding stays
        behind."""
        places = (sizes[:, None] - 1 - torch.arange(x.shape[1])).clamp(min=0)
        forth, _ = self.forth(x)
        back, _ = self.back(taken(x, places))
        return forth, taken(back, places)


class ChineseNetwork(nn.Module):
    """All of it; `sizes` says how many there are of each kind of name."""

    def __init__(self, sizes: dict[str, int], drop: float = 0.33) -> None:
        super().__init__()
        self.tags = sizes["upos"]
        self.characters = nn.Embedding(sizes["characters"], CHARACTER)
        self.pairs = nn.Embedding(BIGRAMS, PAIR)
        self.words = nn.Embedding(sizes["word"], WORD)
        for table in (self.characters, self.pairs, self.words):
            nn.init.normal_(table.weight, std=0.3)
        self.first = BothWays(CHARACTER + 2 * PAIR, STATE)
        self.second = BothWays(2 * STATE, STATE)
        self.cut = nn.Linear(2 * STATE, 2 * self.tags)
        self.root = nn.Parameter(torch.randn(8 * STATE + WORD) * 0.3)
        self.third = BothWays(8 * STATE + WORD, WIDE)
        self.arcs = nn.Linear(2 * WIDE, 2 * ARC)
        self.labels = nn.Linear(2 * WIDE, 2 * LABEL)
        self.arc = nn.Parameter(torch.zeros(ARC + 1, ARC))
        self.label = nn.Parameter(torch.zeros(sizes["relation"], LABEL + 1, LABEL + 1))
        self.next = nn.Linear(STATE, sizes["characters"])
        self.drop = drop

    def embedded(self, b: dict[str, Any], shown: Any = None) -> Any:
        ids, pairs = b["ids"], b["pairs"]
        x = torch.cat([self.characters(ids), self.pairs(pairs).flatten(2)], -1)
        if self.training:
            hide = torch.rand(*x.shape[:2], 3) < 0.1
            wide = torch.cat(
                [hide[..., :1].expand(*hide.shape[:2], CHARACTER), hide[..., 1:].repeat_interleave(PAIR, -1)],
                -1,
            )
            x = x.masked_fill(wide, 0.0)
        return x

    def read(self, b: dict[str, Any]) -> Any:
        """Both layers over characters, side by side."""
        first = self.first(self.shared(self.embedded(b)), b["sizes"])
        second = self.second(self.shared(first), b["sizes"])
        return self.shared(first), self.shared(second)

    def shared(self, x: Any) -> Any:
        """The same places are dropped throughout a sentence (Gal and Ghahramani 2016)."""
        if not self.training:
            return x
        return x * torch.bernoulli(torch.full((x.shape[0], 1, x.shape[2]), 1 - self.drop)) / (1 - self.drop)

    def over_words(self, first: Any, second: Any, b: dict[str, Any]) -> Any:
        own = b["word"]
        if self.training:
            own = own.masked_fill(torch.rand(own.shape) < 0.2, 0)
        both = torch.cat([first, second], -1)
        x = torch.cat([taken(both, b["begins"]), taken(both, b["ends"]), self.words(own)], -1)
        x = torch.cat([self.root.expand(len(x), 1, -1), x], 1)
        return self.shared(self.third(self.shared(x), b["counts"] + 1))

    def arc_scores(self, words: Any) -> Any:
        child, head = torch.relu(self.arcs(words)).chunk(2, -1)
        child, head = self.shared(child[:, 1:]), self.shared(head)
        return (with_one(child) @ self.arc) @ head.transpose(1, 2)

    def label_scores(self, words: Any, heads: Any) -> Any:
        child, head = torch.relu(self.labels(words)).chunk(2, -1)
        child, head = with_one(self.shared(child[:, 1:])), with_one(taken(self.shared(head), heads))
        mixed = torch.einsum("bni,rij->bnrj", child, self.label)
        return (mixed * head[:, :, None]).sum(-1)

    def loss(self, b: dict[str, Any]) -> Any:
        first, second = self.read(b)
        total = f.cross_entropy(self.cut(second)[b["seen"]], b["cuts"][b["seen"]])
        words = self.over_words(first, second, b)
        there = b["there"]
        room = f.pad(there, (1, 0), value=True)
        arcs = self.arc_scores(words).masked_fill(~room[:, None], -1e4)
        total = total + f.cross_entropy(arcs[there], b["heads"][there])
        return total + f.cross_entropy(self.label_scores(words, b["heads"])[there], b["relation"][there])


def taken(table: Any, places: Any) -> Any:
    return torch.gather(table, 1, places[..., None].expand(-1, -1, table.shape[-1]))


def with_one(x: Any) -> Any:
    return torch.cat([x, torch.ones_like(x[..., :1])], -1)


def table_of(rows: list[list[int]]) -> Any:
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows])


def pieces_of_batch(rows: list[list[int]]) -> dict[str, Any]:
    ids = table_of(rows)
    sizes = torch.tensor([len(row) for row in rows])
    seen = torch.arange(ids.shape[1])[None] < sizes[:, None]
    padded = torch.where(seen, ids, torch.ones_like(ids))
    padded = f.pad(padded, (1, 1), value=1)
    pairs = (padded[:, :-1] * 7919 + padded[:, 1:] * 104_729) % BIGRAMS
    return {"ids": ids, "pairs": torch.stack([pairs[:, :-1], pairs[:, 1:]], -1), "sizes": sizes, "seen": seen}


def batch_of(part: list[dict[str, Any]]) -> dict[str, Any]:
    b = pieces_of_batch([row["ids"] for row in part])
    begins = [[sum(row["sizes"][:k]) for k in range(len(row["sizes"]))] for row in part]
    b["begins"] = table_of(begins)
    b["ends"] = table_of(
        [
            [a + n - 1 for a, n in zip(first, row["sizes"], strict=True)]
            for first, row in zip(begins, part, strict=True)
        ]
    )
    b["cuts"] = table_of(
        [
            [2 * t + (k > 0) for t, n in zip(row["upos"], row["sizes"], strict=True) for k in range(n)]
            for row in part
        ]
    )
    b["counts"] = torch.tensor([len(row["sizes"]) for row in part])
    for kind in ("word", "upos", "heads", "relation"):
        b[kind] = table_of([row[kind] for row in part])
    b["there"] = torch.arange(b["word"].shape[1])[None] < b["counts"][:, None]
    return b


def pretrain(net: ChineseNetwork, rows: list[list[int]], rounds: int, chance: random.Random) -> None:
    """The first layer learns which character comes next, and in its other direction which came before.

    Against a sample of characters, in the order of their frequency (Mikolov et al. 2013 sample alike).
    """
    rows = [row[:80] for row in rows if len(row) > 3]
    counts = np.bincount([n for row in rows for n in row], minlength=net.next.out_features) ** 0.5
    counts[:2] = 0
    weights = torch.tensor(counts)
    parameters = [p for part in (net.characters, net.pairs, net.first, net.next) for p in part.parameters()]
    optimiser = torch.optim.Adam(parameters, lr=2e-3)
    net.train()
    start, done = time.time(), 0
    total = 0.0
    for _ in range(rounds):
        order = sorted(rows, key=lambda row: len(row) * chance.uniform(0.9, 1.1))
        batches = [order[i : i + 64] for i in range(0, len(order), 64)]
        chance.shuffle(batches)
        for part in batches:
            b = pieces_of_batch(part)
            x = torch.cat([net.characters(b["ids"]), net.pairs(b["pairs"]).flatten(2)], -1)
            # Each direction sees the pairs of the past only.
            before, behind = x.clone(), x.clone()
            before[..., CHARACTER + PAIR :] = 0
            behind[..., CHARACTER : CHARACTER + PAIR] = 0
            places = (b["sizes"][:, None] - 1 - torch.arange(x.shape[1])).clamp(min=0)
            forth, _ = net.first.forth(f.dropout(before, 0.2))
            back, _ = net.first.back(f.dropout(taken(behind, places), 0.2))
            back = taken(back, places)
            both = b["seen"][:, 1:]
            states = torch.cat([forth[:, :-1][both], back[:, 1:][both]])
            wanted = torch.cat([b["ids"][:, 1:][both], b["ids"][:, :-1][both]])
            sample = torch.multinomial(weights, 800, replacement=False)
            sample = torch.unique(torch.cat([sample, wanted]))
            place = torch.full((len(weights),), -1)
            place[sample] = torch.arange(len(sample))
            scores = f.linear(f.dropout(states, 0.2), net.next.weight[sample], net.next.bias[sample])
            loss = f.cross_entropy(scores, place[wanted])
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(parameters, 5.0)
            optimiser.step()
            total, done = total + float(loss.detach()), done + 1
            if done % 200 == 0:
                print(
                    f"raw text: {done} of {rounds * len(batches)}, loss {total / 200:.3f}, "
                    f"{time.time() - start:.0f} s",
                    flush=True,
                )
                total = 0.0


def best_cut(scores: Any, tags: int) -> list[tuple[int, int]]:
    """The best words as (size, tag) from scores of begin (2t) and inside (2t + 1)."""
    begin, inside = scores[:, 0::2], scores[:, 1::2]
    best = begin[0]
    stays, came = np.zeros((len(scores), tags), bool), np.zeros(len(scores), int)
    for k in range(1, len(scores)):
        came[k] = int(best.argmax())
        new, on = best.max() + begin[k], best + inside[k]
        stays[k] = on > new
        best = np.where(stays[k], on, new)
    tag, words, size = int(best.argmax()), [], 0
    for k in range(len(scores) - 1, -1, -1):
        size += 1
        if not stays[k, tag]:
            words.append((size, tag))
            tag, size = came[k], 0
    return words[::-1]


def scores_of(net: ChineseNetwork, rows: list[dict[str, Any]]) -> str:
    """Words, tags and arcs (greedy), with given words and with its own."""
    net.eval()
    counts = dict.fromkeys(
        ("gold", "own", "words", "tags", "arcs", "labelled", "given tags", "uas", "las"), 0
    )
    for k in range(0, len(rows), 32):
        part = rows[k : k + 32]
        b = batch_of(part)
        with torch.no_grad():
            first, second = net.read(b)
            cuts = torch.log_softmax(net.cut(second), -1).numpy()
        own = []
        for row, scores in zip(part, cuts, strict=True):
            found = best_cut(scores[: len(row["ids"])], net.tags)
            own.append({"ids": row["ids"], "sizes": [n for n, _ in found], "upos": [t for _, t in found]})
            ends = np.cumsum([0, *row["sizes"]])
            for (a, e), t in zip(pairwise(ends), row["upos"], strict=True):
                whole = scores[a, 0::2] + scores[a + 1 : e, 1::2].sum(0)
                counts["given tags"] += int(whole.argmax()) == t
        with torch.no_grad():
            heads, labels = parsed(net, first, second, b)
        same = (heads == b["heads"])[b["there"]]
        counts["uas"] += int(same.sum())
        counts["las"] += int((same & (labels == b["relation"])[b["there"]]).sum())
        spell = _speller(part)
        for row, one in zip(part, own, strict=True):
            row_words = spell(row, one["sizes"])
            one |= {"word": row_words, "heads": [0] * len(row_words), "relation": [0] * len(row_words)}
        c = batch_of(own)
        with torch.no_grad():
            heads, labels = parsed(net, first, second, c)
        for row, one, hs, ls in zip(part, own, heads.tolist(), labels.tolist(), strict=True):
            gold = _arcs(row["sizes"], row["heads"], row["relation"], row["upos"])
            guess = _arcs(one["sizes"], hs, ls, one["upos"])
            counts["gold"] += len(gold)
            counts["own"] += len(guess)
            for span, (head, relation, tag) in guess.items():
                if span in gold:
                    counts["words"] += 1
                    counts["tags"] += gold[span][2] == tag
                    counts["arcs"] += gold[span][0] == head
                    counts["labelled"] += gold[span][:2] == (head, relation)
    net.train()
    both = counts["gold"] + counts["own"]
    shares = [f"{k} {200 * counts[k] / both:.2f}" for k in ("words", "tags", "arcs", "labelled")]
    return ", ".join(
        shares + [f"{k} {100 * counts[k] / counts['gold']:.2f}" for k in ("given tags", "uas", "las")]
    )


def parsed(net: ChineseNetwork, first: Any, second: Any, b: dict[str, Any]) -> tuple[Any, Any]:
    words = net.over_words(first, second, b)
    room = f.pad(b["there"], (1, 0), value=True)
    heads = net.arc_scores(words).masked_fill(~room[:, None], -1e4).argmax(-1)
    return heads, net.label_scores(words, heads).argmax(-1)


_KNOWN: dict[tuple[int, ...], int] = {}


def _speller(part: list[dict[str, Any]]) -> Any:
    """The numbers of words that were cut anew, by the pieces of words that were seen."""
    for row in part:
        at = 0
        for size, word in zip(row["sizes"], row["word"], strict=True):
            _KNOWN[tuple(row["ids"][at : at + size])] = word
            at += size

    def spelt(row: dict[str, Any], sizes: list[int]) -> list[int]:
        ends = np.cumsum([0, *sizes])
        return [_KNOWN.get(tuple(row["ids"][a:e]), 0) for a, e in pairwise(ends)]

    return spelt


def _arcs(sizes: list[int], heads: list[int], relations: list[int], tags: list[int]) -> dict[Any, Any]:
    ends = np.cumsum([0, *sizes]).tolist()
    spans = [(-1, -1), *pairwise(ends)]
    return {
        spans[k + 1]: (spans[h], r, t)
        for k, (h, r, t) in enumerate(zip(heads, relations, tags, strict=False))
        if k + 1 < len(spans)
    }


__all__ = ["ChineseNetwork", "batch_of", "pretrain", "scores_of", "math"]
