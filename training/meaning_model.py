"""Make the model behind `likewise diff` that reads two texts together, in three steps.

    uv run python training/meaning_model.py prepare --data SHARED_DATA --encoder encoder|small --out FILE.npz
    python training/meaning_model.py train --examples FILE.npz --out NET.npz [--rank 64] [--rounds 8]
    uv run python training/meaning_model.py pack --net NET.npz --out src/likewise/data/meaning-encoder.npz

All layers of the encoder read both texts side by side, changed by matrices of low rank (Hu et al. 2022). On
top is a small net with two answers: how the first bears on the second (entailment, neutral, contradiction),
and whether both mean the same. `likewise.metrics.meaning.pair_model` computes it with numpy.
The second step wants PyTorch and nothing of this project; minutes on a GPU. Each round ends with what the
parts held back say: families of sentences of ours, scrambled pairs and inference pairs.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

HIDDEN = 256
LONGEST = 120
PARTS = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
         "o": "attention.output.dense", "i": "intermediate.dense", "d": "output.dense"}  # fmt: skip
COLUMNS = ("a", "b", "worse", "relation", "same", "weight")
"""Of an example: two texts, the second with a change planted in it (or -1), what is known of the first two
(-1 where nothing is), and how much it counts (in tenths)."""
NOT_ENTAILED = 3


def prepare(data: Path, encoder: str, out: Path, seed: int) -> None:
    """Texts as numbers of pieces, examples as rows, and the encoder's weights for the pieces that occur."""
    from meaning_pairs import examples, held_examples

    from likewise.io.arrays import put_coarse
    from likewise.text import installed_encoder, small_encoder

    reader = installed_encoder() if encoder == "encoder" else small_encoder()
    parts = {"train": examples(data, seed), **held_examples(data)}
    texts: dict[str, int] = {}
    arrays: dict[str, Any] = {}
    for name, rows in parts.items():
        table = [
            (*(texts.setdefault(t, len(texts)) if t else -1 for t in (p.a, p.b, p.worse)), p.relation, p.same,
             round(10 * p.weight)) for p in rows
        ]  # fmt: skip
        arrays[f"rows.{name}"] = np.array(table, np.int32)
        arrays[f"sets.{name}"] = np.array([p.set for p in rows])
    pieces = [reader.numbers(text.split())[0][1:-1][: LONGEST - 2] for text in texts]
    ends = reader.pieces.first, reader.pieces.last
    known = sorted({*ends, *(n for row in pieces for n in row)})
    number = {piece: k for k, piece in enumerate(known)}
    arrays["pieces"] = np.array([number[n] for row in pieces for n in row], np.uint16)
    arrays["sizes"] = np.array([len(row) for row in pieces], np.int16)
    arrays["known"] = np.array(known, np.uint16)
    arrays["ends"] = np.array([number[n] for n in ends])
    arrays["heads"] = np.array(reader.heads)
    for name, weight in reader.weights.items():
        if name == "embeddings.word_embeddings.weight":
            weight = weight[known]
        if weight.ndim == 2 and not name.startswith(("embeddings.position", "embeddings.token")):
            put_coarse(arrays, f"weights.{name}", weight)
        elif not name.startswith("pooler"):
            arrays[f"weights.{name}"] = weight.astype(np.float16)
    np.savez_compressed(out, **arrays)
    counts = {name: len(rows) for name, rows in parts.items()}
    print(f"{counts}, {len(texts)} texts, {len(known)} pieces, {out.stat().st_size / 1e6:.1f} MB")


class Examples:
    """What `prepare` wrote, on the device."""

    def __init__(self, path: Path, device: str) -> None:
        import torch

        with np.load(path) as arrays:
            self.rows = {n[5:]: arrays[n] for n in arrays.files if n.startswith("rows.")}
            self.sets = {n[5:]: arrays[n] for n in arrays.files if n.startswith("sets.")}
            self.sizes = arrays["sizes"].astype(np.int64)
            self.starts = np.cumsum(self.sizes) - self.sizes
            self.pieces = arrays["pieces"].astype(np.int64)
            self.known = arrays["known"].astype(np.int64)
            self.first, self.last = (int(n) for n in arrays["ends"])
            self.heads = int(arrays["heads"])
            self.weights = {
                n[8:]: torch.tensor(
                    arrays[n] * (arrays[f"scale.{n}"][:, None] if f"scale.{n}" in arrays else 1.0),
                    dtype=torch.float32, device=device,
                ) for n in arrays.files if n.startswith("weights.")
            }  # fmt: skip
        self.device = device

    def read_encoder(self, path: Path) -> None:
        """Take the weights of another encoder with the same pieces: the file of the small one."""
        import torch

        self.weights = {}
        with np.load(path) as arrays:
            for name in [n for n in arrays.files if not n.endswith(".scale")]:
                scale = arrays[f"{name}.scale"].reshape(-1, 1) if f"{name}.scale" in arrays else 1.0
                whole = arrays[name] * scale
                if name == "embeddings.word_embeddings.weight":
                    whole = whole[self.known]
                self.weights[name] = torch.tensor(whole, dtype=torch.float32, device=self.device)
        self.heads = 8

    def table(self, pairs: Sequence[tuple[int, int]]) -> tuple[Any, Any, Any]:
        """Pieces, which are there, and the side of each: [first] A [last] B [last]."""
        import torch

        a, b = np.array(pairs).T
        ahead, behind = self.sizes[a] + 2, self.sizes[b] + 1
        place = np.arange((ahead + behind).max())[None]
        side = (place >= ahead[:, None]).astype(np.int64)
        present = place < (ahead + behind)[:, None]
        starts = np.where(side == 0, self.starts[a][:, None] - 1, (self.starts[b] - ahead)[:, None])
        at = starts + place
        ids = self.pieces[np.clip(at, 0, len(self.pieces) - 1)]
        ids[:, 0] = self.first
        ids[(place == ahead[:, None] - 1) | (place == (ahead + behind)[:, None] - 1)] = self.last
        ids[~present] = self.first
        return tuple(torch.from_numpy(x).to(self.device, non_blocking=True) for x in (ids, present, side))

    def tables(self, rows: Any, tokens: int, chance: Any) -> Iterator[tuple[Any, Any]]:
        """Batches with their tables, made while the device is at work."""
        waiting: deque[tuple[Any, Any]] = deque()
        with ThreadPoolExecutor(4) as pool:
            for part in self.batches(rows, tokens, chance):
                waiting.append((part, pool.submit(self.table, pairs_of(part))))
                if len(waiting) > 8:
                    ready, table = waiting.popleft()
                    yield ready, table.result()
            for ready, table in waiting:
                yield ready, table.result()

    def batches(self, rows: Any, tokens: int, chance: Any) -> Iterator[Any]:
        """Rows of like length, in an order by chance."""
        size = self.sizes
        long = size[rows[:, 0]] + np.maximum(size[rows[:, 1]], size[rows[:, 2]] * (rows[:, 2] >= 0)) + 3
        twice = 1 + (rows[:, 2] >= 0)
        order, made = chance.permutation(len(rows)), []
        for start in range(0, len(order), 8192):
            part = order[start : start + 8192]
            part = part[np.argsort(long[part], kind="stable")]
            batch, taken = [], 0
            for k in part:
                if batch and (taken + twice[k]) * long[k] > tokens:
                    made.append(np.array(batch))
                    batch, taken = [], 0
                batch.append(k)
                taken += twice[k]
            made.append(np.array(batch))
        chance.shuffle(made)
        return (rows[batch] for batch in made)


def build(examples: Examples, rank: int) -> Any:
    """The net: layers over both texts, a hidden layer, two answers."""
    import torch
    from torch import nn
    from torch.nn import functional as f

    fixed = examples.weights
    depth = 1 + max(int(n.split(".")[2]) for n in fixed if n.startswith("encoder.layer."))
    width = len(fixed["embeddings.LayerNorm.weight"])

    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.low = nn.ParameterDict()
            self.whole = nn.ParameterDict()
            for layer in range(depth):
                for part, name in PARTS.items():
                    out, inside = fixed[f"encoder.layer.{layer}.{name}.weight"].shape
                    if rank:
                        self.low[f"{layer}|{part}|A"] = nn.Parameter(
                            torch.randn(rank, inside) / math.sqrt(inside)
                        )
                        self.low[f"{layer}|{part}|B"] = nn.Parameter(torch.zeros(out, rank))
            if not rank:
                for name, weight in fixed.items():
                    if name.startswith("encoder.layer."):
                        self.whole[name.replace(".", "|")] = nn.Parameter(weight.clone())
            self.sides = nn.Parameter(torch.randn(2, width) * 0.02)
            self.hidden = nn.Linear(6 * width, HIDDEN)
            self.relation, self.same = nn.Linear(HIDDEN, 3), nn.Linear(HIDDEN, 1)

        def weight(self, name: str, layer: int, part: str) -> Any:
            if not rank:
                return self.whole[name.replace(".", "|")]
            return fixed[name] + 2 * self.low[f"{layer}|{part}|B"] @ self.low[f"{layer}|{part}|A"]

        def other(self, name: str) -> Any:
            return fixed[name] if rank else self.whole[name.replace(".", "|")]

        def normed(self, x: Any, name: str) -> Any:
            own = fixed if name.startswith("embeddings") else None
            weight, bias = (
                own[f"{name}.{w}"] if own else self.other(f"{name}.{w}") for w in ("weight", "bias")
            )
            return f.layer_norm(x.float(), x.shape[-1:], weight, bias, 1e-12)

        def linear(self, x: Any, layer: int, part: str) -> Any:
            name = f"encoder.layer.{layer}.{PARTS[part]}"
            return f.linear(x, self.weight(f"{name}.weight", layer, part), self.other(f"{name}.bias"))

        def forward(self, ids: Any, present: Any, side: Any) -> tuple[Any, Any]:
            drop = 0.1 if self.training else 0.0
            x = fixed["embeddings.word_embeddings.weight"][ids]
            if "embeddings.projection.weight" in fixed:
                x = f.linear(x, fixed["embeddings.projection.weight"])
            kinds = fixed["embeddings.token_type_embeddings.weight"]
            x = x + fixed["embeddings.position_embeddings.weight"][: ids.shape[1]]
            x = x + kinds[0] + self.sides[side]
            x = self.normed(x, "embeddings.LayerNorm")
            many, size, _ = x.shape
            for layer in range(depth):
                at = f"encoder.layer.{layer}."
                q, k, v = (
                    self.linear(x, layer, n).view(many, size, examples.heads, -1).transpose(1, 2)
                    for n in "qkv"
                )
                seen = f.scaled_dot_product_attention(q, k, v, attn_mask=present[:, None, None])
                seen = self.linear(seen.transpose(1, 2).reshape(many, size, -1), layer, "o")
                x = self.normed(x + f.dropout(seen, drop), f"{at}attention.output.LayerNorm")
                inner = self.linear(f.gelu(self.linear(x, layer, "i")), layer, "d")
                x = self.normed(x + f.dropout(inner, drop), f"{at}output.LayerNorm")
            ours = [(present & (side == k)).float()[..., None] for k in (0, 1)]
            means = [(x * mask).sum(1) / mask.sum(1) for mask in ours]
            ends = [x[:, 0], x[torch.arange(many, device=x.device), (side == 1).int().argmax(1)]]
            seen = torch.cat([*ends, *means, (means[0] - means[1]).abs(), means[0] * means[1]], 1)
            inner = f.dropout(f.gelu(self.hidden(seen)), drop)
            return self.relation(inner).float(), self.same(inner)[:, 0].float()

    return Net()


def loss_of(relation: Any, same: Any, rows: Any) -> Any:
    """What people say of pairs, and that a text with a change planted in it means less the same."""
    import torch
    from torch.nn import functional as f

    device, many = same.device, len(rows)
    told, label, weight = (torch.from_numpy(rows[:, c].astype(np.float32)).to(device) for c in (3, 4, 5))
    weight = weight / 10
    logs = f.log_softmax(relation[:many], 1)
    sure = (told >= 0) & (told < NOT_ENTAILED)
    chosen = logs.gather(1, told.clamp(0, 2).long()[:, None])[:, 0]
    total = -(chosen * weight)[sure].sum()
    only = told == NOT_ENTAILED
    total = total - (torch.logsumexp(logs[:, 1:], 1) * weight)[only].sum()
    known = label >= 0
    aim = label.clamp(0, 1) * 0.96 + 0.02
    total = (
        total + (f.binary_cross_entropy_with_logits(same[:many], aim, reduction="none") * weight)[known].sum()
    )
    better = torch.from_numpy(np.flatnonzero(rows[:, 2] >= 0)).to(device)
    if len(better):
        total = total + (f.softplus(same[many:] - same[better]) * weight[better]).sum()
    return total / weight.sum()


def pairs_of(rows: Any) -> list[tuple[int, int]]:
    return [(r[0], r[1]) for r in rows] + [(r[0], r[2]) for r in rows if r[2] >= 0]


def train(path: Path, out: Path, options: argparse.Namespace) -> None:
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(options.seed)
    torch.backends.cuda.matmul.allow_tf32 = True
    chance = np.random.default_rng(options.seed)
    examples = Examples(path, device)
    if options.encoder:
        examples.read_encoder(options.encoder)
    net = build(examples, options.rank).to(device)
    if options.start:
        read(net, options.start)
    rows = examples.rows["train"]
    heads = [p for n, p in net.named_parameters() if n.startswith(("hidden", "relation", "same", "sides"))]
    layers = [p for n, p in net.named_parameters() if n.startswith(("low", "whole"))]
    optimiser = torch.optim.AdamW(
        [{"params": layers, "lr": options.rate}, {"params": heads, "lr": max(options.rate, 5e-4)}],
        weight_decay=0.01,
    )
    start, step, done = time.time(), 0, 0.0
    steps = options.rounds * sum(1 for _ in examples.batches(rows, options.tokens, chance))
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda k: min(1.0, (k + 1) / 300) * max(0.01, 1 - max(k / steps, done))
    )
    for number in range(options.rounds):
        net.train()
        losses = []
        for part, table in examples.tables(rows, options.tokens, chance):
            with torch.autocast(device, dtype=torch.bfloat16):
                answers = net(*table)
            loss = loss_of(*answers, part)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            rates.step()
            step += 1
            losses.append(loss.detach())
            done = max(step / steps, (time.time() - start) / options.seconds)
            if done >= 1.0:
                break
        print(
            f"round {number + 1}: loss {torch.stack(losses).mean():.4f}, {time.time() - start:.0f} s",
            flush=True,
        )
        if done >= 1.0 or options.check_all:
            print("  " + json.dumps(check(net, examples)), flush=True)
        if done >= 1.0:
            break
    save({name: value.detach().float().cpu().numpy() for name, value in net.state_dict().items()}, out)


def area(good: Any, bad: Any) -> float:
    """Area under the curve; ties count half."""
    order = np.sort(bad)
    left, right = np.searchsorted(order, good, "left"), np.searchsorted(order, good, "right")
    return round(float((left + right).mean() / (2 * len(bad))), 4)


def check(net: Any, examples: Examples) -> dict[str, Any]:
    """Right order in families by kind, areas under the curve of scrambled and inference pairs."""
    import torch

    net.eval()
    told: dict[str, Any] = {}
    with torch.no_grad(), torch.autocast(examples.device, dtype=torch.bfloat16):
        for name in ("families", "relations", "scrambled", "inference"):
            if name not in examples.rows:
                continue
            rows, sets = examples.rows[name], examples.sets[name]
            pairs = list(dict.fromkeys(p for a, b in pairs_of(rows) for p in ((a, b), (b, a))))
            pairs.sort(key=lambda p: examples.sizes[p[0]] + examples.sizes[p[1]])
            same: dict[Any, float] = {}
            relation: dict[Any, Any] = {}
            for k in range(0, len(pairs), 512):
                part = pairs[k : k + 512]
                answers = net(*examples.table(part))
                logs = torch.log_softmax(answers[0], 1).cpu().numpy()
                same |= dict(zip(part, answers[1].cpu().tolist(), strict=True))
                relation |= dict(zip(part, logs, strict=True))

            def both(a: int, b: int, same: Any = same) -> float:
                return (same[a, b] + same[b, a]) / 2

            if rows[0, 2] >= 0:
                right = np.array([both(r[0], r[1]) > both(r[0], r[2]) for r in rows])
                told[name] = {"all": round(100 * right.mean(), 1)} | {
                    k: round(100 * right[sets == k].mean(), 1) for k in sorted(set(sets))
                }
            else:
                scores = np.array([both(r[0], r[1]) for r in rows])
                good = rows[:, 4] == 1 if name == "scrambled" else rows[:, 3] == 0
                bad = rows[:, 4] == 0 if name == "scrambled" else rows[:, 3] == 2
                told[name] = {"same": area(scores[good], scores[bad])}
                if name == "inference":
                    entail = np.array([relation[r[0], r[1]][0] - relation[r[0], r[1]][2] for r in rows])
                    told[name]["relation"] = area(entail[good], entail[bad])
                    guess = np.array([relation[r[0], r[1]].argmax() for r in rows])
                    told[name]["right"] = round(100 * float((guess == rows[:, 3])[rows[:, 3] < 3].mean()), 1)
    return told


def save(tables: dict[str, Any], out: Path) -> None:
    """Matrices in eight bits, with a scale for each row."""
    arrays: dict[str, Any] = {}
    for name, table in tables.items():
        plain = name.removeprefix("low.").removeprefix("whole.").replace("|", ".")
        if table.ndim == 2:
            scale = np.abs(table).max(1) / 127 + 1e-12
            arrays[plain] = np.round(table / scale[:, None]).astype(np.int8)
            arrays[f"scale.{plain}"] = scale.astype(np.float32)
        else:
            arrays[plain] = table.astype(np.float32)
    np.savez_compressed(out, **arrays)
    print(f"{out.stat().st_size / 1e6:.1f} MB")


def read(net: Any, path: Path) -> None:
    """What `save` has written."""
    import torch

    with np.load(path) as arrays:
        state = {}
        for name in net.state_dict():
            plain = name.removeprefix("low.").removeprefix("whole.").replace("|", ".")
            scale = arrays[f"scale.{plain}"][:, None] if f"scale.{plain}" in arrays else 1.0
            state[name] = torch.from_numpy((arrays[plain] * scale).astype(np.float32))
    net.load_state_dict(state)


def average(nets: Sequence[Path], out: Path) -> None:
    """The mean of the weights of a net and of what it became when it went on learning."""
    fine: dict[str, Any] = {}
    for path in nets:
        with np.load(path) as arrays:
            for name in [n for n in arrays.files if not n.startswith("scale.")]:
                scale = arrays[f"scale.{name}"][:, None] if f"scale.{name}" in arrays else 1.0
                fine[name] = fine.get(name, 0.0) + arrays[name] * scale / len(nets)
    save(fine, out)


def pack(nets: Sequence[Path], out: Path) -> None:
    """The file of the package, of one net or several."""
    kept: dict[str, Any] = {}
    for number, path in enumerate(nets):
        with np.load(path) as arrays:
            for name in arrays.files:
                fine = arrays[name].dtype == np.float32 and not name.startswith("scale.")
                kept[f"{number}/{name}"] = arrays[name].astype(np.float16) if fine else arrays[name]
    np.savez_compressed(out, **kept, nets=np.array(len(nets)), version=np.array(2))
    print(f"{out.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    steps = parser.add_subparsers(dest="step", required=True)
    first = steps.add_parser("prepare")
    first.add_argument("--data", type=Path, required=True)
    first.add_argument("--encoder", choices=("encoder", "small"), required=True)
    first.add_argument("--out", type=Path, required=True)
    first.add_argument("--seed", type=int, default=0)
    second = steps.add_parser("train")
    second.add_argument("--examples", type=Path, required=True)
    second.add_argument("--out", type=Path, required=True)
    second.add_argument("--rank", type=int, default=64, help="0: the layers as a whole")
    second.add_argument("--rounds", type=int, default=8)
    second.add_argument("--rate", type=float, default=5e-4)
    second.add_argument("--tokens", type=int, default=16000, help="pieces of a step")
    second.add_argument("--seconds", type=float, default=1e9, help="end by then, however many rounds")
    second.add_argument("--start", type=Path, help="go on from what this step wrote")
    second.add_argument("--encoder", type=Path, help="another encoder's weights: those of small-encoder.npz")
    second.add_argument("--seed", type=int, default=0)
    second.add_argument("--check-all", action="store_true", help="measure after each round")
    third = steps.add_parser("pack")
    third.add_argument("--net", type=Path, action="append", required=True, help="repeat for several")
    third.add_argument("--out", type=Path, required=True)
    fourth = steps.add_parser("average")
    fourth.add_argument("--net", type=Path, action="append", required=True)
    fourth.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    if options.step == "prepare":
        prepare(options.data, options.encoder, options.out, options.seed)
    elif options.step == "train":
        train(options.examples, options.out, options)
    elif options.step == "average":
        average(options.net, options.out)
    else:
        pack(options.net, options.out)


if __name__ == "__main__":
    main()
