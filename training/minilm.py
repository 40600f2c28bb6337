"""The encoder with adapters of low rank (Hu et al. 2022) in PyTorch, for the scripts that train nets over it.

Its own weights stay as they are. `likewise.text.encoder` computes the same with numpy.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as f

RANK = 16
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
NAMES = {
    "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
    "o": "attention.output.dense", "i": "intermediate.dense", "d": "output.dense",
}  # fmt: skip


def read_weights(path: Path) -> dict[str, Any]:
    """Weights of the encoder as float32 tensors."""
    from safetensors.torch import load_file

    return {name: tensor.float() for name, tensor in load_file(path).items()}


class Adapted(nn.Module):
    """A fixed matrix with a learnt one of low rank beside it."""

    def __init__(self, weight: Any, bias: Any) -> None:
        super().__init__()
        self.register_buffer("weight", weight.clone())
        self.register_buffer("bias", bias.clone())
        self.A = nn.Parameter(torch.randn(RANK, weight.shape[1]) / math.sqrt(weight.shape[1]))
        self.B = nn.Parameter(torch.zeros(weight.shape[0], RANK))

    def forward(self, x: Any) -> Any:
        return f.linear(x, self.weight, self.bias) + 2 * f.linear(f.linear(x, self.A), self.B)


class Layer(nn.Module):
    """One layer of the encoder."""

    def __init__(self, weights: dict[str, Any], at: str) -> None:
        super().__init__()
        for short, name in NAMES.items():
            setattr(self, short, Adapted(weights[f"{at}{name}.weight"], weights[f"{at}{name}.bias"]))
        self.after = _frozen_norm(weights, at + "attention.output.LayerNorm")
        self.last = _frozen_norm(weights, at + "output.LayerNorm")
        self.drop = nn.Dropout(0.1)

    def forward(self, x: Any, pieces: Any) -> Any:
        many, size, _ = x.shape
        q, k, v = (part(x).view(many, size, 12, 32).transpose(1, 2) for part in (self.q, self.k, self.v))
        drop = 0.1 if self.training else 0.0
        mixed = f.scaled_dot_product_attention(q, k, v, attn_mask=pieces[:, None, None], dropout_p=drop)
        x = self.after(x + self.drop(self.o(mixed.transpose(1, 2).reshape(many, size, 384))))
        return self.last(x + self.drop(self.d(f.gelu(self.i(x)))))


class Adapter(nn.Module):
    """The whole encoder; its vectors are a learnt mean of all layers."""

    def __init__(self, weights: dict[str, Any]) -> None:
        super().__init__()
        places = weights["embeddings.position_embeddings.weight"]
        self.register_buffer("table", weights["embeddings.word_embeddings.weight"].clone())
        self.register_buffer("places", places + weights["embeddings.token_type_embeddings.weight"][0])
        self.first = _frozen_norm(weights, "embeddings.LayerNorm")
        self.layers = nn.ModuleList(Layer(weights, f"encoder.layer.{k}.") for k in range(6))
        self.mix = nn.Parameter(torch.zeros(7))
        self.lower = nn.Dropout(0.1)

    def vectors(self, ids: Any, pieces: Any, added: Any = None) -> Any:
        """Of each piece; `added` goes on the embeddings."""
        x = self.table[ids] + self.places[: ids.shape[1]]
        seen = [self.lower(self.first(x if added is None else x + added))]
        for layer in self.layers:
            seen.append(layer(seen[-1], pieces))
        shares = torch.softmax(self.mix, 0)
        return sum(share * one for share, one in zip(shares, seen, strict=True))


def _frozen_norm(weights: dict[str, Any], name: str) -> Any:
    norm = nn.LayerNorm(384, eps=1e-12)
    norm.weight.data, norm.bias.data = weights[f"{name}.weight"].clone(), weights[f"{name}.bias"].clone()
    return norm.requires_grad_(False)


def padded(rows: Sequence[dict[str, Any]], name: str) -> Any:
    """A column of a batch as one table, with noughts behind the shorter ones."""
    longest = max(len(row[name]) for row in rows)
    return torch.tensor([[*row[name], *[0] * (longest - len(row[name]))] for row in rows], device=DEVICE)


def present(rows: Sequence[dict[str, Any]], name: str) -> Any:
    """Which places of that table are there."""
    sizes = torch.tensor([len(row[name]) for row in rows], device=DEVICE)
    return torch.arange(int(sizes.max()), device=DEVICE)[None] < sizes[:, None]


def batches(rows: list[Any], size: int, shuffler: random.Random) -> list[list[Any]]:
    """Rows of like length together, since a batch is as long as its longest; batches in any order."""
    shuffler.shuffle(rows)
    found = []
    for k in range(0, len(rows), 16 * size):
        chunk = sorted(rows[k : k + 16 * size], key=lambda row: len(row["ids"]))
        found += [chunk[i : i + size] for i in range(0, len(chunk), size)]
    shuffler.shuffle(found)
    return found


def learn(net: Any, rows: list[Any], rounds: int, size: int, seed: int, batch: Any) -> None:
    """Train what is not frozen; `batch` makes one out of rows. Adapters learn at half the pace."""
    shuffler = random.Random(seed)
    inner = [p for n, p in net.named_parameters() if p.requires_grad and n.startswith("layers")]
    outer = [p for n, p in net.named_parameters() if p.requires_grad and not n.startswith("layers")]
    groups = [{"params": inner, "lr": 5e-4}, {"params": outer, "lr": 1e-3}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = rounds * math.ceil(len(rows) / size)
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda k: min(1, (k + 1) / (0.1 * steps)) * max(0.02, 1 - k / steps)
    )
    net.train()
    for number in range(rounds):
        total = 0.0
        for part in batches(rows, size, shuffler):
            loss = net.loss(batch(part, shuffler))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*inner, *outer], 1.0)
            optimiser.step()
            rates.step()
            total += float(loss.detach())
        print(f"round {number + 1}: {total:.1f}", flush=True)


def save_learnt(net: Any, path: Path) -> None:
    """What was learnt, by name."""
    found = {n: p.detach().cpu().numpy() for n, p in net.named_parameters() if p.requires_grad}
    np.savez(path, **found)
