"""Make the scope taggers over the encoder: `src/likewise/data/negation-nets.npz`.

Three steps, because the second wants a GPU and PyTorch, and nothing of this project:

    uv run python training/negation_nets.py prepare --data FOLDER --out examples.json.gz
    python training/negation_nets.py train --examples examples.json.gz --weights model.safetensors --out raw
    uv run python training/negation_nets.py pack --nets raw --examples examples.json.gz --out FILE.npz

FOLDER is that of CD-SCO (`train.conll.gz` and the same with other trees, `train-benepar.conll.gz`); the
sentences that come with the package are learnt from too. Two nets see the text alone; two see features of
trees besides, at random those of one parser or of the other. Adapters of rank 16 (Hu et al. 2022), 24 rounds,
a linear-chain layer on top. Everything was chosen in three folds of the training part.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

RANK, ROUNDS, BATCH, BAG, SEEN, SEEDS = 16, 24, 16, 32, 10, (0, 1)
FAR = 31


def prepare(data: Path, out: Path) -> None:
    """Examples as numbers: pieces, marks of the cue, places, labels, features under both kinds of trees."""
    from likewise.negation import conll
    from likewise.negation.embedded import embedded_sentences
    from likewise.text.encoder import encoder

    pairs = zip(conll.load(data / "train.conll.gz"), conll.load(data / "train-benepar.conll.gz"), strict=True)
    rows = [_example(encoder(), s, t, n) for s, t in pairs for n in s.negations]
    rows += [_example(encoder(), s, None, n) for s in embedded_sentences() for n in s.negations]
    counts = Counter(x for row in rows for kind in row["features"] for place in kind for x in set(place))
    names = [name for name, count in counts.items() if count >= SEEN]
    numbers = {name: k for k, name in enumerate(names, 1)}
    for row in rows:
        row["features"] = [[[numbers[x] for x in p if x in numbers] for p in k] for k in row["features"]]
    with gzip.open(out, "wt", encoding="utf-8") as stream:
        json.dump({"names": names, "rows": rows}, stream)


def _example(encoder: Any, sentence: Any, other: Any, negation: Any) -> dict[str, Any]:
    from dataclasses import replace

    from likewise.negation.features import scope_features
    from likewise.negation.nets import QUOTES
    from likewise.negation.scopes import labels_of
    from likewise.negation.views import view

    bare = replace(sentence, lemmas=sentence.words, tags=("X",) * len(sentence.words), syntax=())
    seen = view(sentence if sentence.syntax else bare, negation.cue)
    ids, firsts = encoder.numbers([QUOTES.get(word, word) for word in sentence.words])
    marks = [0] * len(ids)
    ends = [*firsts[1:], len(ids) - 1]
    for part in negation.cue:
        marks[firsts[part.token] : ends[part.token]] = [2 if seen.affixal else 1] * (
            ends[part.token] - firsts[part.token]
        )
    kinds = []
    for one in (sentence, other):
        rows = scope_features(view(one, negation.cue)) if one is not None and one.syntax else []
        rows = rows if len(rows) == len(seen.places) else (kinds[0] if kinds else [[] for _ in seen.places])
        kinds.append([[x for x in row if not x.startswith("w=")] for row in rows])
    return {
        "ids": ids, "marks": marks, "firsts": [firsts[t] for t in seen.places],
        "far": [FAR + 1 + max(-FAR, min(FAR, t - seen.anchor)) for t in seen.places],
        "labels": list(labels_of(seen, negation.scope)), "features": kinds,
    }  # fmt: skip


def train(examples: Path, weights: Path, out: Path) -> None:
    """All nets, side by side; one file each."""
    import torch.multiprocessing as mp

    out.mkdir(exist_ok=True)
    jobs = [(kind, seed, examples, weights, out) for seed in SEEDS for kind in ("text", "trees")]
    with mp.get_context("spawn").Pool(len(jobs)) as pool:
        for done in pool.imap_unordered(_train_one, jobs):
            print(done, flush=True)


def _train_one(job: tuple[str, int, Path, Path, Path]) -> str:
    import torch

    kind, seed, examples, weights, out = job
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    shuffler = random.Random(seed)
    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        data = json.load(stream)
    rows = [row for row in data["rows"] if row["firsts"]]
    net = _network()(_read(weights), len(data["names"]) + 1 if kind == "trees" else 0).cuda()
    inner = [p for n, p in net.named_parameters() if p.requires_grad and n.startswith("layers")]
    outer = [p for n, p in net.named_parameters() if p.requires_grad and not n.startswith("layers")]
    groups = [{"params": inner, "lr": 5e-4}, {"params": outer, "lr": 1e-3}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01)
    steps = ROUNDS * math.ceil(len(rows) / BATCH)
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda k: min(1, (k + 1) / (0.1 * steps)) * max(0.02, 1 - k / steps)
    )
    net.train()
    total = 0.0
    for _ in range(ROUNDS):
        shuffler.shuffle(rows)
        total = 0.0
        for k in range(0, len(rows), BATCH):
            batch = _batch(rows[k : k + BATCH], shuffler.randrange(2), kind == "trees")
            loss = net.loss(batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*inner, *outer], 1.0)
            optimiser.step()
            rates.step()
            total += float(loss.detach())
    found = {n: p.detach().cpu().numpy() for n, p in net.named_parameters() if p.requires_grad}
    np.savez(out / f"{kind}-{seed}.npz", **found)
    return f"{kind} {seed}: last mean loss {total / math.ceil(len(rows) / BATCH):.3f}"


def _read(path: Path) -> dict[str, Any]:
    """Weights of the encoder as float32 tensors."""
    from safetensors.torch import load_file

    return {name: tensor.float() for name, tensor in load_file(path).items()}


def _batch(rows: list[dict[str, Any]], which: int, trees: bool) -> dict[str, Any]:
    import torch

    def padded(name: str) -> Any:
        longest = max(len(row[name]) for row in rows)
        return torch.tensor([[*row[name], *[0] * (longest - len(row[name]))] for row in rows], device="cuda")

    found = {name: padded(name) for name in ("ids", "marks", "firsts", "far", "labels")}
    for name, of in (("pieces", "ids"), ("places", "firsts")):
        sizes = torch.tensor([len(row[of]) for row in rows], device="cuda")
        found[name] = torch.arange(found[of].shape[1], device="cuda")[None] < sizes[:, None]
    if trees:
        table = np.zeros((*found["firsts"].shape, 50), np.int64)
        for i, row in enumerate(rows):
            for j, place in enumerate(row["features"][which]):
                table[i, j, : len(place[:50])] = place[:50]
        found["features"] = torch.tensor(table, device="cuda")
    return found


def _network() -> Any:
    """The class of the network; PyTorch is imported only where it is needed."""
    import torch
    from torch import nn
    from torch.nn import functional as f

    names = {
        "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
        "o": "attention.output.dense", "i": "intermediate.dense", "d": "output.dense",
    }  # fmt: skip

    class Adapted(nn.Module):
        def __init__(self, weight: Any, bias: Any) -> None:
            super().__init__()
            self.register_buffer("weight", weight.clone())
            self.register_buffer("bias", bias.clone())
            self.A = nn.Parameter(torch.randn(RANK, weight.shape[1]) / math.sqrt(weight.shape[1]))
            self.B = nn.Parameter(torch.zeros(weight.shape[0], RANK))

        def forward(self, x: Any) -> Any:
            return f.linear(x, self.weight, self.bias) + 2 * f.linear(f.linear(x, self.A), self.B)

    def frozen_norm(weights: dict[str, Any], name: str) -> Any:
        norm = nn.LayerNorm(384, eps=1e-12)
        norm.weight.data, norm.bias.data = weights[f"{name}.weight"].clone(), weights[f"{name}.bias"].clone()
        return norm.requires_grad_(False)

    class Layer(nn.Module):
        def __init__(self, weights: dict[str, Any], at: str) -> None:
            super().__init__()
            for short, name in names.items():
                setattr(self, short, Adapted(weights[f"{at}{name}.weight"], weights[f"{at}{name}.bias"]))
            self.after = frozen_norm(weights, at + "attention.output.LayerNorm")
            self.last = frozen_norm(weights, at + "output.LayerNorm")
            self.drop = nn.Dropout(0.1)

        def forward(self, x: Any, pieces: Any) -> Any:
            many, size, _ = x.shape
            q, k, v = (part(x).view(many, size, 12, 32).transpose(1, 2) for part in (self.q, self.k, self.v))
            drop = 0.1 if self.training else 0.0
            mixed = f.scaled_dot_product_attention(q, k, v, attn_mask=pieces[:, None, None], dropout_p=drop)
            x = self.after(x + self.drop(self.o(mixed.transpose(1, 2).reshape(many, size, 384))))
            return self.last(x + self.drop(self.d(f.gelu(self.i(x)))))

    class Network(nn.Module):
        def __init__(self, weights: dict[str, Any], features: int) -> None:
            super().__init__()
            table = weights["embeddings.word_embeddings.weight"]
            places = weights["embeddings.position_embeddings.weight"]
            self.register_buffer("table", table.clone())
            self.register_buffer("places", places + weights["embeddings.token_type_embeddings.weight"][0])
            self.first = frozen_norm(weights, "embeddings.LayerNorm")
            self.layers = nn.ModuleList(Layer(weights, f"encoder.layer.{k}.") for k in range(6))
            self.cue = nn.Parameter(torch.randn(3, 384) * 0.05)
            self.mix = nn.Parameter(torch.zeros(7))
            self.far = nn.Parameter(torch.randn(2 * FAR + 2, 16))
            self.bag = nn.Parameter(torch.randn(features, BAG) * 0.05) if features else None
            self.out = nn.Linear(384 + 16 + (BAG if features else 0), 2)
            self.steps = nn.Parameter(torch.zeros(2, 2))
            self.drop, self.lower = nn.Dropout(0.3), nn.Dropout(0.1)

        def fits(self, b: dict[str, Any]) -> Any:
            x = self.table[b["ids"]] + self.places[: b["ids"].shape[1]]
            x = x + self.cue[b["marks"]] * (b["marks"] > 0)[..., None]
            seen = [self.lower(self.first(x))]
            for layer in self.layers:
                seen.append(layer(seen[-1], b["pieces"]))
            shares = torch.softmax(self.mix, 0)
            x = sum(share * one for share, one in zip(shares, seen, strict=True))
            x = torch.gather(x, 1, b["firsts"][..., None].expand(-1, -1, 384))
            parts = [x, self.far[b["far"]]]
            if self.bag is not None:
                kept = b["features"] * (torch.rand_like(b["features"], dtype=torch.float) > 0.3)
                parts.append((self.bag[kept] * (kept > 0)[..., None]).sum(2))
            return self.out(self.drop(torch.cat(parts, -1)))

        def loss(self, b: dict[str, Any]) -> Any:
            fits, labels, there = self.fits(b), b["labels"], b["places"]
            gold = (torch.gather(fits, 2, labels[..., None])[..., 0] * there).sum(1)
            gold = gold + (self.steps[labels[:, :-1], labels[:, 1:]] * (there[:, 1:] & there[:, :-1])).sum(1)
            sums = fits[:, 0]
            for t in range(1, fits.shape[1]):
                after = torch.logsumexp(sums[:, :, None] + self.steps[None], 1) + fits[:, t]
                sums = torch.where(there[:, t, None], after, sums)
            return (torch.logsumexp(sums, 1) - gold).mean()

    return Network


def pack(nets: Path, examples: Path, out: Path) -> None:
    """All nets as one file: large matrices as bytes with a scale for each row, names as hashes."""
    from likewise.io.arrays import dumps_arrays
    from likewise.negation.hashed import hashes_of

    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        names = json.load(stream)["names"]
    arrays: dict[str, Any] = {}
    for kind in ("text", "trees"):
        arrays[f"{kind}.count"] = np.array(len(SEEDS))
        for number, seed in enumerate(SEEDS):
            with np.load(nets / f"{kind}-{seed}.npz") as found:
                for name in found.files:
                    _put(arrays, f"{kind}.{number}.{_short(name)}", found[name])
    # The first feature stands for none.
    arrays["trees.features"] = hashes_of({"": 0} | {name: k for k, name in enumerate(names, 1)})
    out.write_bytes(dumps_arrays(arrays, pressed=True))


def _short(name: str) -> str:
    return {"out.weight": "out", "out.bias": "bias"}.get(name, name.removeprefix("layers."))


def _put(arrays: dict[str, Any], name: str, array: Any) -> None:
    if array.ndim == 2 and array.size > 1000:
        scale = np.maximum(np.abs(array).max(1), 1e-12) / 127
        arrays[f"scale.{name}"] = scale.astype(np.float32)
        arrays[name] = np.round(array / scale[:, None]).astype(np.int8)
    else:
        arrays[name] = array.astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    for step, wants in {
        "prepare": ("data", "out"),
        "train": ("examples", "weights", "out"),
        "pack": ("nets", "examples", "out"),
    }.items():
        one = steps.add_parser(step)
        for name in wants:
            one.add_argument(f"--{name}", type=Path, required=True)
    given = vars(parser.parse_args())
    {"prepare": prepare, "train": train, "pack": pack}[given.pop("step")](**given)


if __name__ == "__main__":
    main()
