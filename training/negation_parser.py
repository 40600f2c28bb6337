"""Make the parser over the encoder: `src/likewise/data/negation-parser.npz`, in three steps as for the nets.

    uv run python training/negation_parser.py prepare --data FOLDER --out examples.json.gz
    python training/negation_parser.py train --examples examples.json.gz --weights MODEL --out FILE
    uv run python training/negation_parser.py pack --net FILE --examples examples.json.gz --out FILE.npz

FOLDER is that of CD-SCO; the trees are those of `train-benepar.conll.gz`. Spans are scored by the difference
of their ends (Stern, Andreas and Klein 2017; Kitaev and Klein 2018), each by itself; words are tagged beside.
The second step wants PyTorch and nothing of this project; a GPU is used where there is one.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from typing import Any

ROUNDS, BATCH, WIDTH = 12, 16, 256


def prepare(data: Path, out: Path) -> None:
    """Sentences as numbers: pieces, where words begin, tags, labelled spans."""
    from likewise.negation import conll
    from likewise.text import installed_encoder
    from likewise.trees import chains_of, labels_of_trees, read_tree

    words = [s.words for s in conll.load(data / "train.conll.gz")]
    taught = conll.load(data / "train-benepar.conll.gz")
    trees = [read_tree(s.syntax) for s in taught]
    labels, tags = labels_of_trees(trees), sorted({tag for s in taught for tag in s.tags})
    index, known = {x: k for k, x in enumerate(labels, 1)}, {x: k for k, x in enumerate(tags)}
    rows = []
    for own, sentence, tree in zip(words, taught, trees, strict=True):
        ids, firsts = installed_encoder().numbers(own)
        spans = [(i, j, index[x]) for i, j, x in chains_of(tree) if x in index]
        rows.append({"ids": ids, "firsts": firsts, "tags": [known[t] for t in sentence.tags], "spans": spans})
    with gzip.open(out, "wt", encoding="utf-8") as stream:
        json.dump({"labels": labels, "tags": tags, "rows": rows}, stream)


def train(examples: Path, weights: Path, out: Path) -> None:
    """The parser, saved as it was learnt."""
    import torch
    from minilm import DEVICE, learn, padded, present, read_weights, save_learnt

    torch.manual_seed(0)
    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        data = json.load(stream)
    rows = [row for row in data["rows"] if row["firsts"]]

    def batch(part: list[dict[str, Any]], _: object) -> dict[str, Any]:
        found = {name: padded(part, name) for name in ("ids", "firsts", "tags")}
        found |= {"pieces": present(part, "ids"), "words": present(part, "firsts")}
        found["last"] = found["pieces"].sum(1) - 1
        size = found["firsts"].shape[1]
        gold = torch.zeros(len(part), size + 1, size + 1, dtype=torch.long)
        for number, row in enumerate(part):
            for start, end, label in row["spans"]:
                gold[number, start, end] = label
        return found | {"gold": gold.to(found["ids"].device)}

    net = _network()(read_weights(weights), len(data["labels"]), len(data["tags"]))
    learn(net.to(DEVICE), rows, ROUNDS, BATCH, 0, batch)
    save_learnt(net, out)


def _network() -> Any:
    """The class of the network; PyTorch is imported only where it is needed."""
    import torch
    from minilm import Adapter
    from torch import nn
    from torch.nn import functional as f

    class Network(Adapter):  # type: ignore[misc, no-any-unimported]
        def __init__(self, weights: dict[str, Any], labels: int, tags: int) -> None:
            super().__init__(weights)
            self.spread = nn.Linear(384, 2 * WIDTH)
            self.hidden = nn.Linear(2 * WIDTH, WIDTH)
            self.out = nn.Linear(WIDTH, labels)
            self.tag = nn.Linear(384, tags)
            self.drop = nn.Dropout(0.2)

        def loss(self, b: dict[str, Any]) -> Any:
            x = self.drop(self.vectors(b["ids"], b["pieces"]))
            firsts = b["firsts"][..., None].expand(-1, -1, 384)
            words = torch.gather(x, 1, firsts)
            tags = f.cross_entropy(self.tag(words)[b["words"]], b["tags"][b["words"]])
            size = words.shape[1]
            ends = torch.gather(x, 1, b["last"][:, None, None].expand(-1, 1, 384))
            # The piece after a sentence's last word closes it; in shorter sentences it stands earlier.
            closed = torch.cat([words, ends], 1)
            here = f.pad(b["words"], (0, 1))
            closed = torch.where(here[..., None], closed, ends)
            before = self.spread(torch.cat([x[:, :1], words], 1))[..., :WIDTH]
            after = self.spread(closed)[..., WIDTH:]
            fences = torch.cat([before, after], -1)
            i, j = torch.triu_indices(size + 1, size + 1, 1)
            spans = fences[:, j] - fences[:, i]
            scores = self.out(self.drop(torch.relu(self.hidden(spans))))
            scores = torch.cat([torch.zeros_like(scores[..., :1]), scores], -1)
            there = b["words"].sum(1)[:, None] >= j[None].to(scores.device)
            lost = f.cross_entropy(scores[there], b["gold"][:, i, j][there], reduction="sum")
            return lost / b["words"].sum() + tags

    return Network


def pack(net: Path, examples: Path, out: Path) -> None:
    """As one file: large matrices as bytes with a scale for each row."""
    import numpy as np

    from likewise.io.arrays import dumps_arrays, put_coarse

    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        data = json.load(stream)
    arrays: dict[str, Any] = {}
    with np.load(net) as found:
        for name in found.files:
            put_coarse(arrays, name.removeprefix("layers."), found[name])
    for name in ("labels", "tags"):
        arrays[name] = np.array(data[name])
    out.write_bytes(dumps_arrays(arrays, pressed=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    for step, wants in {
        "prepare": ("data", "out"),
        "train": ("examples", "weights", "out"),
        "pack": ("net", "examples", "out"),
    }.items():
        one = steps.add_parser(step)
        for name in wants:
            one.add_argument(f"--{name}", type=Path, required=True)
    given = vars(parser.parse_args())
    {"prepare": prepare, "train": train, "pack": pack}[given.pop("step")](**given)


if __name__ == "__main__":
    main()
