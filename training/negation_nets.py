"""Make the scope taggers over the encoder: `src/likewise/data/negation-nets.npz`.

Three steps, because the second wants a GPU and PyTorch, and nothing of this project:

    uv run python training/negation_nets.py prepare --data FOLDER --more CONLL .. --out examples.json.gz
    python training/negation_nets.py train --examples examples.json.gz --weights model.safetensors --out raw
    uv run python training/negation_nets.py pack --nets raw --examples examples.json.gz --out FILE.npz

FOLDER is that of CD-SCO (`train.conll.gz` and the same with other trees, `train-benepar.conll.gz`). `--more`
has annotated sentences without trees (`further_negation.py` makes them); the sentences that come with the
package are learnt from too. Two nets see the text alone; two see features of trees besides, at random those
of one parser or of the other. Adapters of rank 16 (Hu et al. 2022), a linear-chain layer on top. Rank and
rates were chosen in three folds of the stories. Without a GPU a net takes about half an hour of one core.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

ROUNDS, BATCH, BAG, SEEN, SEEDS = 16, 16, 32, 10, (0, 1)
FAR = 31


def prepare(data: Path, more: list[Path], out: Path) -> None:
    """Examples as numbers: pieces, marks of the cue, places, labels, features under both kinds of trees."""
    from likewise.negation import conll
    from likewise.negation.samples import embedded_sentences
    from likewise.text import installed_encoder

    pairs = zip(conll.load(data / "train.conll.gz"), conll.load(data / "train-benepar.conll.gz"), strict=True)
    rows = [_example(installed_encoder(), s, t, n) for s, t in pairs for n in s.negations]
    others = [*embedded_sentences(), *(s for path in more for s in conll.load(path))]
    rows += [_example(installed_encoder(), s, None, n) for s in others for n in s.negations]
    counts = Counter(x for row in rows for kind in row["features"] for place in kind for x in set(place))
    names = [name for name, count in counts.items() if count >= SEEN]
    numbers = {name: k for k, name in enumerate(names, 1)}
    for row in rows:
        row["features"] = [[[numbers[x] for x in p if x in numbers] for p in k] for k in row["features"]]
    with gzip.open(out, "wt", encoding="utf-8") as stream:
        json.dump({"names": names, "rows": rows}, stream)


def _example(encoder: Any, sentence: Any, other: Any, negation: Any) -> dict[str, Any]:
    from dataclasses import replace

    from likewise.negation.cue_view import scope_features, view_of
    from likewise.negation.taggers import labels_of

    bare = replace(sentence, lemmas=sentence.words, tags=("X",) * len(sentence.words), syntax=())
    seen = view_of(sentence if sentence.syntax else bare, negation.cue)
    ids, firsts = encoder.numbers(sentence.words)
    marks = [0] * len(ids)
    ends = [*firsts[1:], len(ids) - 1]
    for part in negation.cue:
        marks[firsts[part.token] : ends[part.token]] = [2 if seen.affixal else 1] * (
            ends[part.token] - firsts[part.token]
        )
    kinds = []
    for one in (sentence, other):
        rows = scope_features(view_of(one, negation.cue)) if one is not None and one.syntax else []
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
    from minilm import DEVICE, learn, read_weights, save_learnt

    kind, seed, examples, weights, out = job
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        data = json.load(stream)
    rows = [row for row in data["rows"] if row["firsts"]]
    net = _network()(read_weights(weights), len(data["names"]) + 1 if kind == "trees" else 0).to(DEVICE)
    learn(net, rows, ROUNDS, BATCH, seed, lambda part, r: _batch(part, r.randrange(2), kind == "trees"))
    save_learnt(net, out / f"{kind}-{seed}.npz")
    return f"{kind} {seed} is done"


def _batch(rows: list[dict[str, Any]], which: int, trees: bool) -> dict[str, Any]:
    import torch
    from minilm import DEVICE, padded, present

    found = {name: padded(rows, name) for name in ("ids", "marks", "firsts", "far", "labels")}
    found |= {"pieces": present(rows, "ids"), "places": present(rows, "firsts")}
    if trees:
        table = np.zeros((*found["firsts"].shape, 50), np.int64)
        for i, row in enumerate(rows):
            for j, place in enumerate(row["features"][which]):
                table[i, j, : len(place[:50])] = place[:50]
        found["features"] = torch.tensor(table, device=DEVICE)
    return found


def _network() -> Any:
    """The class of the network; PyTorch is imported only where it is needed."""
    import torch
    from minilm import Adapter
    from torch import nn

    class Network(Adapter):  # type: ignore[misc, no-any-unimported]
        def __init__(self, weights: dict[str, Any], features: int) -> None:
            super().__init__(weights)
            self.cue = nn.Parameter(torch.randn(3, 384) * 0.05)
            self.far = nn.Parameter(torch.randn(2 * FAR + 2, 16))
            self.bag = nn.Parameter(torch.randn(features, BAG) * 0.05) if features else None
            self.out = nn.Linear(384 + 16 + (BAG if features else 0), 2)
            self.steps = nn.Parameter(torch.zeros(2, 2))
            self.drop = nn.Dropout(0.3)

        def fits(self, b: dict[str, Any]) -> Any:
            marked = self.cue[b["marks"]] * (b["marks"] > 0)[..., None]
            x = self.vectors(b["ids"], b["pieces"], marked)
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
    from likewise.io.arrays import dumps_arrays, put_coarse
    from likewise.text.hashed_features import hashes_of

    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        names = json.load(stream)["names"]
    arrays: dict[str, Any] = {}
    for kind in ("text", "trees"):
        arrays[f"{kind}.count"] = np.array(len(SEEDS))
        for number, seed in enumerate(SEEDS):
            with np.load(nets / f"{kind}-{seed}.npz") as found:
                for name in found.files:
                    put_coarse(arrays, f"{kind}.{number}.{_short(name)}", found[name])
    # The first feature stands for none.
    arrays["trees.features"] = hashes_of({"": 0} | {name: k for k, name in enumerate(names, 1)})
    out.write_bytes(dumps_arrays(arrays, pressed=True))


def _short(name: str) -> str:
    return {"out.weight": "out", "out.bias": "bias"}.get(name, name.removeprefix("layers."))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    for step, wants in {
        "prepare": ("data", "more", "out"),
        "train": ("examples", "weights", "out"),
        "pack": ("nets", "examples", "out"),
    }.items():
        one = steps.add_parser(step)
        for name in wants:
            one.add_argument(f"--{name}", type=Path, required=True, nargs="+" if name == "more" else None)
    given = vars(parser.parse_args())
    {"prepare": prepare, "train": train, "pack": pack}[given.pop("step")](**given)


if __name__ == "__main__":
    main()
