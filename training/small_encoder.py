"""The small encoder that comes with the package, taught by MiniLM (Hinton et al. 2015; Jiao et al. 2020).

    python small_encoder.py SHARED_DATA MINILM_FOLDER OUT.npz [--rounds 2]

Four layers of width 256 over the same word pieces. Its embeddings are MiniLM's, seen through a learnt map of
rank 128, so words that the texts lack have a place too; places and kinds of text likewise. It learns to give,
through linear maps that are thrown away, what MiniLM gives at three of its layers, on English sentences
without labels. Needs PyTorch; runs on two cores in about half an hour.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from minilm import read_weights
from torch import nn
from torch.nn import functional as f

from likewise.text import WordPieces

WIDTH, LAYERS, HEADS, RANK = 256, 4, 8, 128
MATCHED = {2: (3,), 4: (4, 6)}
"""Which layers of MiniLM a layer learns to give."""
LONGEST = 96
TOKENS = 3000
"""Pieces of a batch."""


def sentences(data: Path) -> Iterator[str]:
    """English text of the staged corpora; nothing that translations are judged on."""
    for row in _json_lines(data / "meaning/nli.jsonl.gz"):
        yield row["premise"]
        yield row["hypothesis"]
    for row in _rows(data / "meaning/paws_wiki_dev.tsv.gz"):
        yield from row[1:3]
    for folder in ("parallel-zh-en", "parallel-ja-en"):
        for row in _rows(data / folder / "train.tsv.gz"):
            yield row[2]
    with gzip.open(data / "msvd/msvd_train.csv.gz", "rt", encoding="utf-8") as lines:
        for number, entry in enumerate(csv.DictReader(lines)):
            if entry["Language"] == "English" and number % 3 == 0:
                yield entry["Description"]
    for row in _rows(data / "msrpc/msr_paraphrase_train.txt.gz"):
        yield from row[3:5]
    for name in ("wescience-01-11", "conan-doyle-speckled-band"):
        for item in _json_lines(data / f"erg-treebank/{name}.jsonl.gz"):
            yield item.get("input") or item.get("sentence") or item.get("text") or ""
    for name in ("parallel_en_ja", "parallel_en_zh"):
        for item in _json_lines(data / f"clqa/{name}.jsonl.gz"):
            yield item.get("en", "")
    with gzip.open(data / "ud-up/en_ewt-ud-pb-train.conllup.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.startswith("# text = "):
                yield line[9:].strip()


def _json_lines(path: Path) -> Iterator[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _rows(path: Path) -> Iterator[list[str]]:
    with gzip.open(path, "rt", encoding="utf-8-sig") as lines:
        yield from (line.rstrip("\n").split("\t") for line in lines)


class Teacher:
    """MiniLM in half precision, without gradients."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self.w = {name: value.bfloat16() for name, value in weights.items() if value.is_floating_point()}

    @torch.no_grad()
    def layers(self, ids: Any, present: Any) -> list[Any]:
        w, (many, size) = self.w, ids.shape
        x = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.position_embeddings.weight"][:size]
        x = f.layer_norm(x + w["embeddings.token_type_embeddings.weight"][0], (384,),
                         w["embeddings.LayerNorm.weight"], w["embeddings.LayerNorm.bias"], 1e-12)  # fmt: skip
        seen = [x]
        for layer in range(6):
            at = f"encoder.layer.{layer}."
            looks = [f.linear(x, w[f"{at}attention.self.{name}.weight"], w[f"{at}attention.self.{name}.bias"])
                     for name in ("query", "key", "value")]  # fmt: skip
            parts = [look.view(many, size, 12, 32).transpose(1, 2) for look in looks]
            taken = f.scaled_dot_product_attention(*parts, attn_mask=present[:, None, None])
            taken = taken.transpose(1, 2).reshape(many, size, 384)
            x = self._normed(x, taken, f"{at}attention.output")
            inner = f.gelu(
                f.linear(x, w[f"{at}intermediate.dense.weight"], w[f"{at}intermediate.dense.bias"])
            )
            x = self._normed(x, inner, f"{at}output")
            seen.append(x)
        return seen

    def _normed(self, x: Any, inner: Any, at: str) -> Any:
        w = self.w
        y = x + f.linear(inner, w[f"{at}.dense.weight"], w[f"{at}.dense.bias"])
        return f.layer_norm(y, (384,), w[f"{at}.LayerNorm.weight"], w[f"{at}.LayerNorm.bias"], 1e-12)


class SmallLayer(nn.Module):
    """One layer, of the same form as MiniLM's."""

    def __init__(self) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.up, self.down = nn.Linear(WIDTH, 4 * WIDTH), nn.Linear(4 * WIDTH, WIDTH)
        self.after, self.last = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))

    def forward(self, x: Any, present: Any) -> Any:
        many, size, _ = x.shape
        q, k, v = (part(x).view(many, size, HEADS, -1).transpose(1, 2)
                   for part in (self.query, self.key, self.value))  # fmt: skip
        taken = f.scaled_dot_product_attention(q, k, v, attn_mask=present[:, None, None])
        x = self.after(x + self.out(taken.transpose(1, 2).reshape(many, size, WIDTH)))
        return self.last(x + self.down(f.gelu(self.up(x))))


class SmallEncoder(nn.Module):
    """Embeddings through maps of low rank, and four layers."""

    def __init__(self, weights: dict[str, Any]) -> None:
        super().__init__()
        table = weights["embeddings.word_embeddings.weight"]
        self.register_buffer("table", table)
        self.register_buffer("places", weights["embeddings.position_embeddings.weight"])
        self.register_buffer("kinds", weights["embeddings.token_type_embeddings.weight"])
        axes = torch.linalg.svd(table - table.mean(0), full_matrices=False)[2][:RANK]
        self.narrow = nn.Parameter(axes.T.clone() * 8)
        self.project = nn.Linear(RANK, WIDTH, bias=False)
        self.placed, self.kinded = (nn.Linear(384, WIDTH, bias=False) for _ in range(2))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(SmallLayer() for _ in range(LAYERS))
        self.views = nn.ModuleDict({f"{mine}-{theirs}": nn.Linear(WIDTH, 384)
                                    for mine, seen in MATCHED.items() for theirs in seen})  # fmt: skip

    def forward(self, ids: Any, present: Any) -> list[Any]:
        x = self.project(f.embedding(ids, self.table) @ self.narrow)
        x = self.norm(x + self.placed(self.places[: ids.shape[1]]) + self.kinded(self.kinds[0]))
        seen = [x]
        for layer in self.layers:
            seen.append(layer(seen[-1], present))
        return seen

    def arrays(self) -> dict[str, np.ndarray]:
        """Under the names of MiniLM's weights; the large tables in eight bits with a scale a row."""
        named = {
            "embeddings.word_embeddings.weight": self.table @ self.narrow,
            "embeddings.projection.weight": self.project.weight,
            "embeddings.position_embeddings.weight": self.placed(self.places),
            "embeddings.token_type_embeddings.weight": self.kinded(self.kinds),
            "embeddings.LayerNorm.weight": self.norm.weight, "embeddings.LayerNorm.bias": self.norm.bias,
        }  # fmt: skip
        parts = {
            "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
            "out": "attention.output.dense", "after": "attention.output.LayerNorm",
            "up": "intermediate.dense", "down": "output.dense", "last": "output.LayerNorm",
        }  # fmt: skip
        for number, layer in enumerate(self.layers):
            for part, name in parts.items():
                for kind in ("weight", "bias"):
                    named[f"encoder.layer.{number}.{name}.{kind}"] = getattr(getattr(layer, part), kind)
        return {name: value.detach().float().numpy() for name, value in named.items()}


def quantised(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Tables as eight-bit numbers with a scale a row, the rest as half precision."""
    small = {}
    for name, array in arrays.items():
        if array.ndim == 2 and array.size > 10_000:
            scale = np.abs(array).max(1, keepdims=True) / 127 + 1e-12
            small[name], small[f"{name}.scale"] = (
                np.round(array / scale).astype(np.int8),
                scale[:, 0].astype(np.float32),
            )
        else:
            small[name] = array.astype(np.float16 if array.ndim == 2 else np.float32)
    return small


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("minilm", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rounds", type=float, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--state", type=Path)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    shuffler = random.Random(options.seed)
    with open(options.minilm / "vocab.txt", encoding="utf-8") as lines:
        pieces = WordPieces(lines)
    weights = read_weights(options.minilm / "model.safetensors")
    texts = list(dict.fromkeys(text.strip().lower() for text in sentences(options.data) if text.strip()))
    rows = [
        [pieces.first, *(n for word in text.split() for n in pieces.of(word)), pieces.last] for text in texts
    ]
    rows = [row[:LONGEST] for row in rows]
    held, rows = rows[:500], rows[500:]
    total = sum(map(len, rows))
    print(f"{len(rows)} sentences, {total} pieces", flush=True)
    teacher, net = Teacher(weights), SmallEncoder(weights)
    if options.state and options.state.exists():
        net.load_state_dict(torch.load(options.state))
    # Half precision is what the cores are fast in; small steps need the whole one.
    exact = [parameter.detach().clone() for parameter in net.parameters()]
    net.bfloat16()
    optimiser = torch.optim.AdamW(exact, lr=1e-3, weight_decay=0.01, betas=(0.9, 0.98))
    steps = int(options.rounds * total / TOKENS * 1.08)
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda k: min(1, (k + 1) / 300) * max(0.02, 1 - k / steps)
    )
    start, step, mean = time.time(), 0, 0.0
    while step < steps:
        for part in _batches(rows, shuffler):
            loss = _loss(net, teacher, part)
            net.zero_grad(set_to_none=True)
            loss.backward()
            for whole, half in zip(exact, net.parameters(), strict=True):
                whole.grad = half.grad.float()
            torch.nn.utils.clip_grad_norm_(exact, 1.0)
            optimiser.step()
            rates.step()
            _copy(exact, net)
            step += 1
            mean = 0.98 * mean + 0.02 * float(loss.detach())
            if step % 100 == 0:
                shown = mean / (1 - 0.98**step)
                print(f"{step}/{steps} loss {shown:.4f}, {time.time() - start:.0f} s", flush=True)
            if step % 500 == 0 and options.state:
                _save(exact, net, options.state)
            if step >= steps:
                break
    with torch.no_grad():
        checks = [float(_loss(net, teacher, part)) for part in _batches(held, shuffler)]
    print(f"held-back sentences: {np.mean(checks):.4f}")
    if options.state:
        _save(exact, net, options.state)
    net.float()
    _copy(exact, net)
    np.savez_compressed(options.out, **quantised(net.arrays()))


@torch.no_grad()
def _copy(exact: list[Any], net: nn.Module) -> None:
    for whole, parameter in zip(exact, net.parameters(), strict=True):
        parameter.copy_(whole)


def _save(exact: list[Any], net: nn.Module, path: Path) -> None:
    """The learnt numbers in whole precision, with the fixed tables."""
    names = [name for name, _ in net.named_parameters()]
    torch.save({**net.state_dict(), **dict(zip(names, exact, strict=True))}, path)


def _loss(net: SmallEncoder, teacher: Teacher, part: list[list[int]]) -> Any:
    size = max(map(len, part))
    ids = torch.tensor([row + [0] * (size - len(row)) for row in part])
    present = torch.tensor([[1] * len(row) + [0] * (size - len(row)) for row in part]).bool()
    shown = teacher.layers(ids, present)
    seen = net(ids, present)
    loss = torch.zeros(())
    for mine, theirs in MATCHED.items():
        for layer in theirs:
            given = net.views[f"{mine}-{layer}"](seen[mine][present]).float()
            wanted = shown[layer][present].float()
            loss = loss + f.mse_loss(given, wanted) / wanted.var()
            loss = loss + (1 - f.cosine_similarity(given, wanted)).mean()
    return loss


def _batches(rows: list[list[int]], shuffler: random.Random) -> Iterator[list[list[int]]]:
    """Rows of like length, about as many pieces a batch."""
    order = list(rows)
    shuffler.shuffle(order)
    made = []
    for k in range(0, len(order), 4096):
        chunk, batch = sorted(order[k : k + 4096], key=len), list[list[int]]()
        for row in chunk:
            if batch and (len(batch) + 1) * len(row) > TOKENS:
                made.append(batch)
                batch = []
            batch.append(row)
        made.append(batch)
    shuffler.shuffle(made)
    yield from made


if __name__ == "__main__":
    main()
