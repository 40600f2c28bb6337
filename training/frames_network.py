"""The net of the frame parser in PyTorch: an encoder, heads for words and arcs, and a second pass for roles.

A base encoder is read once for each sentence; words are tagged, arcs scored by two biaffine forms (Dozat
and Manning 2017) and predicates found over a learnt mean of its layers. Its last layers are then run once
more for each predicate with a mark on it, and the words get the begin, inside and outside of roles from what
comes out (a predicate given to the encoder: Shi and Lin 2019). The base stays as it is, with matrices of low
rank beside it (Hu et al. 2022), or is trained itself where it is small. `likewise.frames` computes the same
with numpy.
"""

from __future__ import annotations

import copy
import math
from typing import Any

import torch
from torch import nn
from torch.nn import functional as f

NAMES = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "o": "attention.output.dense", "i": "intermediate.dense", "d": "output.dense",
}  # fmt: skip
HEAD_WIDTH = 32
ARC, LABEL, ROLE = 256, 96, 256


class Adapted(nn.Module):
    """A fixed matrix with a learnt one of low rank beside it."""

    def __init__(self, weight: Any, bias: Any, rank: int) -> None:
        super().__init__()
        self.register_buffer("weight", weight.to(torch.bfloat16))
        self.register_buffer("bias", bias.to(torch.bfloat16))
        self.A = nn.Parameter(torch.randn(rank, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.B = nn.Parameter(torch.zeros(weight.shape[0], rank))

    def forward(self, x: Any) -> Any:
        return f.linear(x, self.weight, self.bias) + 2 * f.linear(f.linear(x, self.A), self.B)


class Beside(nn.Module):
    """A matrix of low rank beside one that is trained elsewhere."""

    def __init__(self, whole: Any, rank: int) -> None:
        super().__init__()
        self.whole = [whole]  # in a list, so that it is no part of this one
        self.A = nn.Parameter(torch.randn(rank, whole.in_features) / math.sqrt(whole.in_features))
        self.B = nn.Parameter(torch.zeros(whole.out_features, rank))

    def forward(self, x: Any) -> Any:
        return self.whole[0](x) + 2 * f.linear(f.linear(x, self.A), self.B)


def _matrix(weight: Any, bias: Any, rank: int) -> Any:
    """With a rank an adapted matrix, without one a matrix that is trained itself."""
    if rank:
        return Adapted(weight, bias, rank)
    whole = nn.Linear(weight.shape[1], weight.shape[0])
    whole.weight.data, whole.bias.data = weight.clone(), bias.clone()
    return whole


def second_layer(first: Any, rank: int) -> Any:
    """A layer of the second pass beside one of the first that is trained as a whole."""
    layer = copy.copy(first)
    layer._modules = dict(first._modules)
    for short in NAMES:
        setattr(layer, short, Beside(getattr(first, short), rank))
    return layer


class Layer(nn.Module):
    """One layer of the encoder."""

    def __init__(self, weights: dict[str, Any], at: str, rank: int, drop: float) -> None:
        super().__init__()
        for short, name in NAMES.items():
            setattr(self, short, _matrix(weights[f"{at}{name}.weight"], weights[f"{at}{name}.bias"], rank))
        self.after = norm_of(weights, at + "attention.output.LayerNorm", rank)
        self.last = norm_of(weights, at + "output.LayerNorm", rank)
        self.drop = nn.Dropout(drop)

    def forward(self, x: Any, pieces: Any) -> Any:
        many, size, width = x.shape
        q, k, v = (
            part(x).view(many, size, -1, HEAD_WIDTH).transpose(1, 2) for part in (self.q, self.k, self.v)
        )
        mixed = f.scaled_dot_product_attention(q, k, v, attn_mask=pieces[:, None, None])
        x = self.after(x + self.drop(self.o(mixed.transpose(1, 2).reshape(many, size, width))))
        return self.last(x + self.drop(self.d(f.gelu(self.i(x)))))


def norm_of(weights: dict[str, Any], name: str, rank: int) -> Any:
    """A norm of the base, trained only where all of the base is."""
    norm = nn.LayerNorm(len(weights[f"{name}.weight"]), eps=1e-12)
    norm.weight.data, norm.bias.data = weights[f"{name}.weight"].clone(), weights[f"{name}.bias"].clone()
    return norm.requires_grad_(not rank)


class FrameNetwork(nn.Module):
    """All of it; `sizes` says how many there are of each kind of label."""

    def __init__(
        self, weights: dict[str, Any], sizes: dict[str, int], rank: int, again: int, drop: float = 0.1
    ) -> None:
        super().__init__()
        places = weights["embeddings.position_embeddings.weight"]
        table = weights["embeddings.word_embeddings.weight"]
        if "embeddings.projection.weight" in weights:
            table = table @ weights["embeddings.projection.weight"].T
        self.register_buffer("table", table.clone())
        self.register_buffer("places", places + weights["embeddings.token_type_embeddings.weight"][0])
        depth = sum(name.endswith("intermediate.dense.weight") for name in weights)
        width = self.table.shape[1]
        self.first = norm_of(weights, "embeddings.LayerNorm", rank)
        ats = [f"encoder.layer.{k}." for k in range(depth)]
        self.layers = nn.ModuleList(Layer(weights, at, rank, drop) for at in ats)
        if rank:
            self.again = nn.ModuleList(Layer(weights, at, rank, drop) for at in ats[depth - again :])
        else:
            self.again = nn.ModuleList(second_layer(one, 32) for one in self.layers[depth - again :])
        self.mix = nn.Parameter(torch.zeros(depth + 1))
        self.role_mix = nn.Parameter(torch.zeros(again + 1))
        self.mark = nn.Parameter(torch.randn(width) * 0.3)
        self.upos = nn.Linear(width, sizes["upos"])
        self.xpos = nn.Linear(width, sizes["xpos"])
        self.lemma = nn.Linear(width, sizes["lemma"])
        self.predicate = nn.Linear(width, 3)
        self.arcs = nn.Linear(width, 2 * ARC)
        self.labels = nn.Linear(width, 2 * LABEL)
        self.arc = nn.Parameter(torch.zeros(ARC + 1, ARC))
        self.label = nn.Parameter(torch.zeros(sizes["relation"], LABEL + 1, LABEL + 1))
        self.role_words = nn.Linear(width, 2 * ROLE)
        self.role_here = nn.Linear(width, 2 * ROLE)
        self.role_out = nn.Linear(ROLE, sizes["role"])
        self.lower, self.drop, self.mid = nn.Dropout(drop), nn.Dropout(0.33), nn.Dropout(0.2)

    def read(self, b: dict[str, Any]) -> tuple[Any, Any]:
        """Mean of layers of the words' first pieces behind the root, and where the second pass begins."""
        x = self.first(self.table[b["ids"]] + self.places[: b["ids"].shape[1]])
        seen = [self.lower(x)]
        for layer in self.layers:
            seen.append(layer(seen[-1], b["pieces"]))
        mean = _mean(self.mix, seen)
        firsts = f.pad(b["firsts"], (1, 0))  # the first piece of all stands for the root
        return _taken(mean, firsts), seen[len(seen) - 1 - len(self.again)]

    def arc_scores(self, words: Any) -> Any:
        """[sentence, word, head]; head 0 is the root."""
        child, head = torch.tanh(self.arcs(words)).chunk(2, -1)
        child, head = self.drop(child[:, 1:]), self.drop(head)
        return (_with_one(child) @ self.arc) @ head.transpose(1, 2)

    def label_scores(self, words: Any, heads: Any) -> Any:
        """[sentence, word, relation] for given heads."""
        child, head = torch.relu(self.labels(words)).chunk(2, -1)
        child, head = _with_one(self.drop(child[:, 1:])), _with_one(_taken(self.drop(head), heads))
        mixed = torch.einsum("bni,rij->bnrj", child, self.label)
        return (mixed * head[:, :, None]).sum(-1)

    def role_scores(self, words: Any, lower: Any, b: dict[str, Any]) -> Any:
        """[predicate, word, begin or inside of a role] for the predicates `b["of"]`, `b["at"]`."""
        of, at = b["of"], b["at"]
        rows = torch.arange(len(of))
        spots = torch.zeros(len(of), lower.shape[1])
        spots[rows, b["firsts"][of, at]] = 1
        seen = [lower[of] + spots[..., None].to(lower.dtype) * self.mark]
        for layer in self.again:
            seen.append(layer(seen[-1], b["pieces"][of]))
        here = self.mid(_taken(_mean(self.role_mix, seen), b["firsts"][of]))
        plain, marked = self.role_words(self.mid(words[:, 1:])), self.role_here(here)
        both = plain[of][..., :ROLE] + plain[of, at][:, None, ROLE:]
        both = both + marked[..., :ROLE] + marked[rows, at][:, None, ROLE:]
        return self.role_out(self.drop(f.gelu(both)))

    def loss(self, b: dict[str, Any]) -> Any:
        """Of a batch."""
        words, lower = self.read(b)
        there = b["words"]
        own = self.drop(words[:, 1:])[there]
        total = 0.0
        for name, share in {"upos": 0.3, "xpos": 0.3, "lemma": 0.3, "predicate": 0.5}.items():
            total = total + share * f.cross_entropy(getattr(self, name)(own).float(), b[name][there])
        room = f.pad(there, (1, 0), value=True)
        arcs = self.arc_scores(words).float().masked_fill(~room[:, None], -1e4)
        total = total + f.cross_entropy(arcs[there], b["heads"][there])
        labels = self.label_scores(words, b["heads"])[there].float()
        total = total + f.cross_entropy(labels, b["relation"][there])
        if len(b["of"]):
            roles = self.role_scores(words, lower, b)
            seen = there[b["of"]]
            total = total + 2.5 * f.cross_entropy(roles[seen].float(), b["roles"][seen])
        return total


def _mean(mix: Any, seen: list[Any]) -> Any:
    shares = torch.softmax(mix, 0)
    return sum(share * one for share, one in zip(shares, seen, strict=True))


def _taken(table: Any, places: Any) -> Any:
    return torch.gather(table, 1, places[..., None].expand(-1, -1, table.shape[-1]))


def _with_one(x: Any) -> Any:
    return torch.cat([x, torch.ones_like(x[..., :1])], -1)
