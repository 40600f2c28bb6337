"""The model behind `likewise diff` that reads two texts at once and says whether they mean the same.

    python meaning_model.py SHARED_DATA ENCODER OUT.npz --triples meaning_triples.jsonl [--rounds 3]

ENCODER is a folder with MiniLM, or the file of the small encoder. Its lower layers stay as they are and read
each text alone; the upper ones read both together, changed by matrices of low rank (Hu et al. 2022). On top
is a small
net with two answers: how the first bears on the second (entailment, neutral, contradiction), and whether
both mean the
same. `likewise.metrics.meaning.pair_model` computes it with numpy. Needs PyTorch; about half an hour on two
cores.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from meaning_pairs import NOT_ENTAILED, UNKNOWN, Pair, inference, planted, rated, scrambled, triples
from meaning_ranks import ranked
from torch import nn
from torch.nn import functional as f

from likewise.text.encoder import WordPieces

LONGEST = 120
TOKENS = 3000
HIDDEN = 256
PARTS = {"q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
         "o": "attention.output.dense", "i": "intermediate.dense", "d": "output.dense"}  # fmt: skip


def encoder_weights(path: Path) -> dict[str, Any]:
    """MiniLM of a folder, or the small encoder of a file."""
    if path.is_dir():
        from safetensors.torch import load_file

        return {
            n: t.float() for n, t in load_file(path / "model.safetensors").items() if t.is_floating_point()
        }
    with np.load(path) as arrays:
        found = {name: arrays[name] for name in arrays.files}
    return {
        name: torch.from_numpy(
            array.astype(np.float32) * (found[f"{name}.scale"][:, None] if f"{name}.scale" in found else 1)
        )
        for name, array in found.items()
        if not name.endswith(".scale")
    }


class Lower:
    """The layers that read one text, in half precision and without gradients."""

    def __init__(self, weights: dict[str, Any], heads: int, layers: int) -> None:
        self.w = {name: value.bfloat16() for name, value in weights.items()}
        self.heads, self.layers = heads, layers

    @torch.no_grad()
    def __call__(self, rows: list[list[int]]) -> list[Any]:
        size, w = max(map(len, rows)), self.w
        ids = torch.tensor([row + [0] * (size - len(row)) for row in rows])
        present = torch.tensor([[1] * len(row) + [0] * (size - len(row)) for row in rows]).bool()
        x = w["embeddings.word_embeddings.weight"][ids]
        if "embeddings.projection.weight" in w:
            x = f.linear(x, w["embeddings.projection.weight"])
        x = (
            x
            + w["embeddings.position_embeddings.weight"][:size]
            + w["embeddings.token_type_embeddings.weight"][0]
        )
        x = _normed(x, w, "embeddings.LayerNorm")
        for layer in range(self.layers):
            x = one_layer(x, present, w, f"encoder.layer.{layer}.", self.heads)
        return [table[: len(row)].clone() for table, row in zip(x, rows, strict=True)]


def _normed(x: Any, w: Any, name: str) -> Any:
    return f.layer_norm(x, x.shape[-1:], w[f"{name}.weight"], w[f"{name}.bias"], 1e-12)


def one_layer(x: Any, present: Any, w: Any, at: str, heads: int, drop: float = 0.0) -> Any:
    many, size, width = x.shape
    q, k, v = (f.linear(x, w[f"{at}{PARTS[n]}.weight"], w[f"{at}{PARTS[n]}.bias"])
               .view(many, size, heads, -1).transpose(1, 2) for n in "qkv")  # fmt: skip
    taken = f.scaled_dot_product_attention(q, k, v, attn_mask=present[:, None, None])
    taken = f.linear(
        taken.transpose(1, 2).reshape(many, size, width),
        w[f"{at}{PARTS['o']}.weight"],
        w[f"{at}{PARTS['o']}.bias"],
    )
    x = _normed(x + f.dropout(taken, drop), w, f"{at}attention.output.LayerNorm")
    inner = f.gelu(f.linear(x, w[f"{at}{PARTS['i']}.weight"], w[f"{at}{PARTS['i']}.bias"]))
    inner = f.linear(inner, w[f"{at}{PARTS['d']}.weight"], w[f"{at}{PARTS['d']}.bias"])
    return _normed(x + f.dropout(inner, drop), w, f"{at}output.LayerNorm")


class Upper(nn.Module):
    """The layers that read both texts, and the net on top."""

    def __init__(self, weights: dict[str, Any], heads: int, first: int, layers: int, rank: int) -> None:
        super().__init__()
        self.heads, self.first, self.count = heads, first, layers
        self.fixed = {n: v.bfloat16() for n, v in weights.items() if n.startswith("encoder.layer.")}
        width = weights["embeddings.LayerNorm.weight"].shape[0]
        self.low = nn.ParameterDict()
        for layer in range(first, layers):
            for part, name in PARTS.items():
                out, inside = weights[f"encoder.layer.{layer}.{name}.weight"].shape
                self.low[f"{layer}|{part}|A"] = nn.Parameter(torch.randn(rank, inside) / math.sqrt(inside))
                self.low[f"{layer}|{part}|B"] = nn.Parameter(torch.zeros(out, rank))
        self.sides = nn.Parameter(torch.randn(2, width) * 0.02)
        self.hidden = nn.Linear(6 * width, HIDDEN)
        self.relation, self.same = nn.Linear(HIDDEN, 3), nn.Linear(HIDDEN, 1)

    def forward(self, x: Any, present: Any, side: Any) -> tuple[Any, Any]:
        drop = 0.1 if self.training else 0.0
        x = x + self.sides.bfloat16()[side]
        w = dict(self.fixed)
        for layer in range(self.first, self.count):
            at = f"encoder.layer.{layer}."
            for part, name in PARTS.items():
                added = 2 * self.low[f"{layer}|{part}|B"] @ self.low[f"{layer}|{part}|A"]
                w[f"{at}{name}.weight"] = w[f"{at}{name}.weight"] + added.bfloat16()
            x = one_layer(x, present, w, at, self.heads, drop)
        x = x.float()
        ours = [(present & (side == k)).float()[..., None] for k in (0, 1)]
        means = [(x * mask).sum(1) / mask.sum(1) for mask in ours]
        second = (side == 1).int().argmax(1)
        ends = [x[:, 0], x[torch.arange(len(x)), second]]
        seen = torch.cat([*ends, *means, (means[0] - means[1]).abs(), means[0] * means[1]], 1)
        inner = f.dropout(f.gelu(self.hidden(seen)), drop)
        return self.relation(inner), self.same(inner)[:, 0]


def loss_of(relation: Any, same: Any, pairs: list[Pair]) -> Any:
    """What people say of pairs, and that a text with a change planted in it means less the same."""
    better = [k for k, p in enumerate(pairs) if p.worse]
    if better:
        worse = torch.arange(len(same) - len(better), len(same))
        ranked = f.softplus(same[worse] - same[better]).sum()
        pairs = [
            *pairs,
            *(Pair(p.a, p.worse, NOT_ENTAILED if p.relation == 0 else UNKNOWN) for p in pairs if p.worse),
        ]
    else:
        ranked = torch.zeros(())
    weight = torch.tensor([p.weight for p in pairs])
    told = torch.tensor([p.relation for p in pairs])
    logs = f.log_softmax(relation, 1)
    total = torch.zeros(())
    sure = (told >= 0) & (told < NOT_ENTAILED)
    if sure.any():
        total = total + (f.nll_loss(logs[sure], told[sure], reduction="none") * weight[sure]).sum()
    only = told == NOT_ENTAILED
    if only.any():
        total = total - (torch.logsumexp(logs[only][:, 1:], 1) * weight[only]).sum()
    label = torch.tensor([p.same for p in pairs])
    known = label != UNKNOWN
    if known.any():
        lost = f.binary_cross_entropy_with_logits(
            same[known], label[known].float() * 0.96 + 0.02, reduction="none"
        )
        total = total + (lost * weight[known]).sum()
    return (total + ranked) / weight.sum()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("encoder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--triples", type=Path, required=True)
    parser.add_argument("--vocabulary", type=Path, required=True)
    parser.add_argument("--heads", type=int, default=12)
    parser.add_argument("--first", type=int, default=3, help="the first layer that reads both")
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--start", type=Path, help="go on from what this script wrote")
    parser.add_argument("--share", type=float, default=1.0, help="share of the inference pairs that is read")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    shuffler = random.Random(options.seed)
    with open(options.vocabulary, encoding="utf-8") as lines:
        pieces = WordPieces(lines)
    pairs = [
        *(p for p in inference(options.data) if shuffler.random() < options.share),
        *scrambled(options.data),
        *triples(options.triples),
        *rated(options.data),
    ]
    plain = list(dict.fromkeys(p.a for p in pairs if 5 <= len(p.a.split()) <= 30))
    pairs += planted(plain, options.seed, 9000)
    pairs += ranked(options.data, options.triples, options.seed)
    print(
        f"{len(pairs)} pairs, {sum(p.same == 1 for p in pairs)} the same, {sum(p.same == 0 for p in pairs)} not",  # noqa: E501
        flush=True,
    )
    weights = encoder_weights(options.encoder)
    count = 1 + max(int(n.split(".")[2]) for n in weights if n.startswith("encoder.layer."))
    lower = Lower(weights, options.heads, options.first)
    net = Upper(weights, options.heads, options.first, count, options.rank)
    if options.start:
        with np.load(options.start) as arrays:
            kept = {n: torch.from_numpy(arrays[n].astype(np.float32)) for n in arrays.files if n != "shape"}
        state = net.state_dict()
        net.load_state_dict({n: kept[n.replace("low.", "").replace("|", ".")] for n in state})
    vectors = read_all(lower, pieces, list(dict.fromkeys(t for p in pairs for t in (p.a, p.b, p.worse) if t)))
    shuffler.shuffle(pairs)
    checked, pairs = pairs[:1500], pairs[1500:]
    optimiser = torch.optim.AdamW(net.parameters(), lr=options.rate, weight_decay=0.01)
    steps = options.rounds * len(list(batches(pairs, vectors, shuffler)))
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda k: min(1, (k + 1) / 200) * max(0.02, 1 - k / steps)
    )
    start, step, mean = time.time(), 0, 0.0
    for number in range(options.rounds):
        net.train()
        for part in batches(pairs, vectors, shuffler):
            loss = loss_of(*net(*table(part, vectors)), part)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            rates.step()
            step += 1
            mean = 0.99 * mean + 0.01 * float(loss.detach())
            if step % 100 == 0:
                print(
                    f"{step}/{steps} loss {mean / (1 - 0.99**step):.4f}, {time.time() - start:.0f} s",
                    flush=True,
                )
        check(net, checked, vectors, shuffler)
        save(net, options, number + 1)


def read_all(lower: Lower, pieces: WordPieces, texts: list[str]) -> dict[str, Any]:
    """What the lower layers make of each text."""
    start = time.time()
    rows = {t: [pieces.first, *(n for w in t.split() for n in pieces.of({"``": '"', "''": '"'}.get(w, w)))][: LONGEST - 1]  # noqa: E501, RUF005
            + [pieces.last] for t in texts}  # fmt: skip
    order, vectors, batch = sorted(texts, key=lambda t: len(rows[t])), dict[str, Any](), list[str]()
    for text in [*order, None]:
        if batch and (text is None or (len(batch) + 1) * len(rows[text]) > TOKENS):
            vectors |= dict(zip(batch, lower([rows[t] for t in batch]), strict=True))
            batch = []
        if text is not None:
            batch.append(text)
    print(f"{len(texts)} texts read in {time.time() - start:.0f} s", flush=True)
    return vectors


def batches(pairs: list[Pair], vectors: dict[str, Any], shuffler: random.Random) -> Iterator[list[Pair]]:
    order = list(pairs)
    shuffler.shuffle(order)
    made = []
    size = {id(p): (len(vectors[p.a]) + max(len(vectors[t]) for t in (p.b, p.worse or p.b))) for p in order}
    for k in range(0, len(order), 3000):
        batch, taken = list[Pair](), 0
        for pair in sorted(order[k : k + 3000], key=lambda p: size[id(p)]):
            rows = 2 if pair.worse else 1
            if batch and (taken + rows) * size[id(pair)] > TOKENS:
                made.append(batch)
                batch, taken = [], 0
            batch.append(pair)
            taken += rows
        made.append(batch)
    shuffler.shuffle(made)
    return iter(made)


def table(part: list[Pair], vectors: dict[str, Any]) -> tuple[Any, Any, Any]:
    texts = [(p.a, p.b) for p in part] + [(p.a, p.worse) for p in part if p.worse]
    rows = [torch.cat((vectors[a], vectors[b])) for a, b in texts]
    size = max(map(len, rows))
    x = torch.zeros(len(rows), size, rows[0].shape[1], dtype=torch.bfloat16)
    present = torch.zeros(len(rows), size, dtype=torch.bool)
    side = torch.zeros(len(rows), size, dtype=torch.long)
    for k, ((a, _), row) in enumerate(zip(texts, rows, strict=True)):
        x[k, : len(row)] = row
        present[k, : len(row)] = True
        side[k, len(vectors[a]) :] = 1
    return x, present, side


@torch.no_grad()
def check(net: Upper, pairs: list[Pair], vectors: dict[str, Any], shuffler: random.Random) -> None:
    net.eval()
    right = total = 0
    good, bad = list[float](), list[float]()
    for part in batches(pairs, vectors, shuffler):
        relation, same = (answer[: len(part)] for answer in net(*table(part, vectors)))
        for pair, row, value in zip(part, relation.argmax(1).tolist(), same.tolist(), strict=True):
            if 0 <= pair.relation < NOT_ENTAILED:
                right, total = right + (row == pair.relation), total + 1
            if pair.same != UNKNOWN:
                (good if pair.same else bad).append(value)
    auc = np.mean(np.array(good)[:, None] > np.array(bad)[None])
    print(f"held back: relation {100 * right / total:.1f} % of {total}, same AUC {auc:.4f}", flush=True)


def save(net: Upper, options: Any, rounds: int) -> None:
    arrays = {name.replace("low.", "").replace("|", "."): value.detach().numpy().astype(np.float16)
              for name, value in net.state_dict().items()}  # fmt: skip
    arrays["shape"] = np.array([options.first, options.heads, rounds])
    np.savez_compressed(options.out, **arrays)


if __name__ == "__main__":
    main()
