"""Make the Chinese parser, `src/likewise/data/frames-zh.npz`, in three steps.

    uv run --with opencc-python-reimplemented python training/frames_chinese.py prepare --train CONLLUP \\
        --dev CONLLUP --raw TEXT.. --out examples.json.gz
    python training/frames_chinese.py train --examples examples.json.gz --out FILE.npz
    uv run python training/frames_chinese.py pack --net FILE.npz --examples examples.json.gz --out FILE.npz

The treebank is that of Chinese GSD (CoNLL-U Plus or CoNLL-U). TEXT are files of Chinese sentences, a line
each, from which the characters' vectors are learnt first (the Chinese side of Tatoeba and of 3AM). The second
step wants PyTorch and nothing of this project. OpenCC says which traditional characters belong to which
simplified one.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import random
import time
from collections import Counter
from pathlib import Path
from typing import Any

SEED = 7


def prepare(train: Path, dev: Path, raw: list[Path], out: Path) -> None:
    """Sentences as numbers: pieces, how many each word has, tags, heads, relations."""
    from opencc import OpenCC

    from likewise.frames.chinese_characters import ChineseCharacters, pieces_of, symbol_of
    from likewise.io import read_conllu_plus, read_lines

    convert = OpenCC("t2s").convert
    simple = {chr(code): convert(chr(code)) for code in range(0x3400, 0xA000)}
    parts = {"train": list(read_conllu_plus(train)), "dev": list(read_conllu_plus(dev))}

    def symbols(text: str) -> list[str]:
        return [simple.get(s, s) for s in (symbol_of(text[a:b]) for a, b in pieces_of(text))]

    texts = [line for path in raw for _, line in read_lines(path)]
    counts = Counter(s for sentence in parts["train"] for w in sentence.words for s in symbols(w.form))
    more = Counter(s for text in texts for s in symbols(text))
    known = {s for s, n in counts.items() if n > 1} | {s for s, n in (counts + more).items() if n > 4}
    variants: dict[str, list[str]] = {}
    for char, target in simple.items():
        if char != target:
            variants.setdefault(target, []).append(char)
    rows = ["<unknown>", "<edge>", *(s + "".join(variants.get(s, [])) for s in sorted(known))]
    characters = ChineseCharacters(rows)
    words = Counter(characters.simplified(w.form) for sentence in parts["train"] for w in sentence.words)
    names = {
        "characters": rows,
        "word": ["<unknown>", *sorted(w for w, n in words.items() if n > 2)],
        "upos": sorted({str(w.upos) for s in parts["train"] for w in s.words}),
        "relation": sorted({str(w.relation) for s in parts["train"] for w in s.words}),
    }
    index = {kind: {x: k for k, x in enumerate(found)} for kind, found in names.items()}

    def row(sentence: Any) -> dict[str, Any]:
        cut = [[w.form[a:b] for a, b in pieces_of(w.form)] for w in sentence.words]
        return {
            "ids": characters.numbers([piece for word in cut for piece in word]).tolist(),
            "sizes": [len(word) for word in cut],
            "word": [index["word"].get(characters.simplified(w.form), 0) for w in sentence.words],
            "upos": [index["upos"].get(w.upos, 0) for w in sentence.words],
            "heads": [w.head for w in sentence.words],
            "relation": [index["relation"].get(w.relation, 0) for w in sentence.words],
        }

    data = {part: [row(s) for s in sentences] for part, sentences in parts.items()}
    plain = [characters.numbers([t[a:b] for a, b in pieces_of(t)]).tolist() for t in texts]
    with gzip.open(out, "wt", encoding="utf-8") as stream:
        json.dump({"names": names, **data, "raw": plain}, stream)


def train(examples: Path, out: Path, rounds: int, raw_rounds: int, size: int) -> None:
    """The net after its last round."""
    import numpy as np
    import torch
    from frames_chinese_network import ChineseNetwork, batch_of, pretrain, scores_of

    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        data = json.load(stream)
    names = data["names"]
    chance = random.Random(SEED)
    net = ChineseNetwork({kind: len(found) for kind, found in names.items()})
    print(f"{sum(p.numel() for p in net.parameters()):,} numbers to learn", flush=True)
    if raw_rounds:
        pretrain(net, data["raw"] + [row["ids"] for row in data["train"]], raw_rounds, chance)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.01, betas=(0.9, 0.95))
    steps = rounds * math.ceil(len(data["train"]) / size)
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda k: min(1, (k + 1) / (0.05 * steps)) * (0.02 + 0.49 * (1 + math.cos(math.pi * k / steps))),
    )
    start = time.time()
    for number in range(rounds):
        net.train()
        total = 0.0
        for part in cut_batches(data["train"], size, chance):
            loss = net.loss(batch_of(part))
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
            optimiser.step()
            rates.step()
            total += float(loss.detach())
        print(
            f"round {number + 1}: loss {total / steps * rounds:.3f}, {time.time() - start:.0f} s", flush=True
        )
        if number % 4 == 3 or number == rounds - 1:
            print(scores_of(net, data["dev"]), flush=True)
    np.savez(out, **{name: p.detach().numpy() for name, p in net.state_dict().items()})


def cut_batches(rows: list[Any], size: int, chance: random.Random) -> list[list[Any]]:
    """Sentences of like length together; batches in any order."""
    rows = sorted(rows, key=lambda row: len(row["ids"]) * chance.uniform(0.9, 1.1))
    found = [rows[i : i + size] for i in range(0, len(rows), size)]
    chance.shuffle(found)
    return found


def pack(net: Path, examples: Path, out: Path) -> None:
    """As one file: large matrices as bytes with a scale for each row."""
    import numpy as np

    from likewise.io.arrays import dumps_arrays, put_coarse

    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        names = json.load(stream)["names"]
    arrays: dict[str, Any] = {}
    with np.load(net) as found:
        for name in found.files:
            if not name.startswith("next"):
                array = found[name]
                put_coarse(arrays, name, array.reshape(-1, array.shape[-1]) if name == "label" else array)
    for kind, all_of in names.items():
        arrays[f"names.{kind}"] = np.array(all_of)
    out.write_bytes(dumps_arrays(arrays, pressed=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    for step, wants in {
        "prepare": ("train", "dev", "out"), "train": ("examples", "out"), "pack": ("net", "examples", "out"),
    }.items():  # fmt: skip
        one = steps.add_parser(step)
        for name in wants:
            one.add_argument(f"--{name}", type=Path, required=True)
        if step == "prepare":
            one.add_argument("--raw", type=Path, nargs="*", default=[])
        if step == "train":
            for name, usual in {"rounds": 16, "raw-rounds": 1, "size": 24}.items():
                one.add_argument(f"--{name}", type=int, default=usual)
    given = vars(parser.parse_args())
    {"prepare": prepare, "train": train, "pack": pack}[given.pop("step")](**given)


if __name__ == "__main__":
    main()
