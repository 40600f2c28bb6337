"""Make the English frame parser, `src/likewise/data/frames-en.npz`, in three steps.

    uv run python training/frames_encoder.py prepare --train CONLLUP --dev CONLLUP --out examples.json.gz
    python training/frames_encoder.py train --examples examples.json.gz --weights MODEL --out FILE.npz
    uv run python training/frames_encoder.py pack --net FILE.npz --examples examples.json.gz --out FILE.npz

The files are those of English EWT with Universal PropBank (CoNLL-U Plus). MODEL is a file of weights of the
encoder (`model.safetensors`); `--rank 0` trains it as a whole, which is for small ones. The second step wants
PyTorch and nothing of this project. Final marks are left out at random, words are hidden at random, and
contractions are cut as the tokeniser of Moses cuts them at random, so that such texts are read as well.
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


def prepare(train: Path, dev: Path, out: Path) -> None:
    """Sentences as numbers: the pieces of each word, labels, heads, predicates with their spans."""
    from likewise.frames.lemma_rules import lemma_rule
    from likewise.io import read_conllu_plus
    from likewise.text import installed_encoder

    parts = {"train": list(read_conllu_plus(train)), "dev": list(read_conllu_plus(dev))}
    names: dict[str, list[str]] = {}
    for kind, of in {
        "upos": lambda w: w.upos, "xpos": lambda w: w.xpos, "relation": lambda w: w.relation,
        "lemma": lambda w: lemma_rule(w.form, w.lemma or w.form),
    }.items():  # fmt: skip
        counts = Counter(of(w) for s in parts["train"] for w in s.words)
        names[kind] = sorted(x for x, n in counts.items() if n > 2 or kind != "lemma")
    names["exception"] = exceptions(parts["train"])
    labels = sorted({a.label for s in parts["train"] for w in s.words for a in w.arguments})
    names["role"] = ["O", *(f"{x}-{label}" for label in labels for x in "BI")]
    index = {kind: {x: k for k, x in enumerate(all_of)} for kind, all_of in names.items()}
    pieces = installed_encoder().pieces
    rows: dict[str, list[Any]] = {}
    for part, sentences in parts.items():
        rows[part] = []
        for s in sentences:
            forms = [w.form for w in s.words]
            row: dict[str, Any] = {"words": [list(pieces.of(form)) for form in forms], "cut": {}}
            for k in range(1, len(forms)):
                if forms[k].lower() == "n't":
                    row["cut"][k] = [list(pieces.of(forms[k - 1] + "n")), list(pieces.of("'t"))]
            for kind in ("upos", "xpos", "relation"):
                row[kind] = [index[kind].get(getattr(w, kind), -100) for w in s.words]
            rules = [lemma_rule(w.form, w.lemma or w.form) for w in s.words]
            row["lemma"] = [index["lemma"].get(rule, -100) for rule in rules]
            row["heads"] = [w.head for w in s.words]
            row["frames"] = [
                [n - 1, [[a.first - 1, a.last, a.label] for a in w.arguments]] for n, w in s.predicates
            ]
            rows[part].append(row)
    with gzip.open(out, "wt", encoding="utf-8") as stream:
        json.dump({"names": names, **rows}, stream)


def exceptions(sentences: list[Any]) -> list[str]:
    """Words and tags whose lemma is not always that of an ending's rule, with their lemmas."""
    from likewise.frames.english_lemmas import is_regular
    from likewise.frames.lemma_rules import lemma_rule

    seen: dict[tuple[str, str], Counter[str]] = {}
    for w in (w for s in sentences for w in s.words):
        seen.setdefault((w.form.lower(), w.upos), Counter())[w.lemma or w.form] += 1
    lines = []
    for (form, tag), lemmas in sorted(seen.items()):
        often = [lemma for lemma, n in lemmas.most_common() if n > 1 and 10 * n >= lemmas.total()]
        if often and not all(is_regular(lemma_rule(form, lemma)) or lemma.lower() == form for lemma in often):
            lines.append("\t".join([form, tag, *often]))
    return lines


def noisy(row: dict[str, Any], chance: random.Random, mask: int) -> dict[str, Any]:
    """A sentence with hidden words, perhaps without its last mark, perhaps cut as Moses does."""
    words = list(row["words"])
    size = len(words)
    if chance.random() < 0.15:
        for k, (before, behind) in row["cut"].items():
            words[int(k) - 1], words[int(k)] = before, behind
    words = [[mask] if chance.random() < 0.04 else word for word in words]
    last = size - 1
    leaf = size > 2 and row["upos"][last] == row["punct"] and last + 1 not in row["heads"]
    if leaf and row["heads"][last] and chance.random() < 0.12:
        shorter = {name: row[name][:last] for name in ("upos", "xpos", "relation", "lemma", "heads")}
        frames = [
            [p, [[a, min(b, last), x] for a, b, x in roles if a < last]]
            for p, roles in row["frames"]
            if p < last
        ]
        return row | shorter | {"words": words[:last], "frames": frames}
    return row | {"words": words}


def train(
    examples: Path,
    weights: Path,
    out: Path,
    silver: Path | None,
    rank: int,
    again: int,
    rounds: int,
    size: int,
    rate: float,
) -> None:
    """The net, saved after each round, the last one at the end. Of silver, each round sees a part."""
    import numpy as np
    import torch
    from frames_network import FrameNetwork
    from frames_scores import scores_of

    torch.manual_seed(SEED)
    torch.set_num_threads(2)
    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        data = json.load(stream)
    names = data["names"]
    for row in data["train"] + data["dev"]:
        row["punct"] = names["upos"].index("PUNCT")
    more: list[Any] = []
    if silver:
        with gzip.open(silver, "rt", encoding="utf-8") as stream:
            more = [row | {"punct": names["upos"].index("PUNCT")} for row in json.load(stream)["train"]]
    drawn = min(len(more), len(data["train"]))
    base = base_weights(weights)
    net = FrameNetwork(base, {kind: len(found) for kind, found in names.items()}, rank, again)
    learnt = {n: p for n, p in net.named_parameters() if p.requires_grad}
    inner = [p for n, p in learnt.items() if n.split(".")[0] in ("layers", "again")]
    outer = [p for n, p in learnt.items() if n.split(".")[0] not in ("layers", "again")]
    print(f"{sum(p.numel() for p in inner + outer):,} numbers to learn", flush=True)
    groups = [{"params": inner, "lr": rate}, {"params": outer, "lr": 1e-3}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.01, betas=(0.9, 0.98))
    steps = rounds * math.ceil((len(data["train"]) + drawn) / size)
    rates = torch.optim.lr_scheduler.LambdaLR(
        optimiser,
        lambda k: (
            min(1, (k + 1) / (0.06 * steps)) * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * k / steps)))
        ),
    )
    chance = random.Random(SEED)
    start = time.time()
    for number in range(rounds):
        net.train()
        total = 0.0
        rows = [noisy(row, chance, 103) for row in data["train"] + chance.sample(more, drawn)]
        for part in cut_batches(rows, size, chance):
            batch = batch_of(part, names, skip_empty=chance)
            with torch.autocast("cpu", torch.bfloat16):
                loss = net.loss(batch)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_([*inner, *outer], 1.0)
            optimiser.step()
            rates.step()
            total += float(loss.detach())
        spent = time.time() - start
        print(f"round {number + 1}: loss {total / steps * rounds:.3f}, {spent:.0f} s", flush=True)
        np.savez(out, **{n: p.detach().numpy() for n, p in learnt.items()})
        if number % 2 or number == rounds - 1:
            print(scores_of(net, data["dev"], names, batch_of), flush=True)


def base_weights(path: Path) -> dict[str, Any]:
    """Of an encoder: a file of tensors, or of arrays with whole numbers `X` and their scales `X.scale`."""
    import numpy as np
    import torch

    if path.suffix != ".npz":
        from safetensors.torch import load_file

        return {name: tensor.float() for name, tensor in load_file(path).items()}
    with np.load(path) as found:
        arrays = {name: found[name] for name in found.files}
    fine = {}
    for name, array in arrays.items():
        if array.dtype.kind in "fi" and not name.endswith(".scale"):
            scale = arrays.get(f"{name}.scale")
            fine[name] = array.astype(np.float32) * (1 if scale is None else scale.reshape(-1, 1))
    return {name: torch.tensor(array, dtype=torch.float32) for name, array in fine.items()}


def cut_batches(rows: list[Any], size: int, chance: random.Random) -> list[list[Any]]:
    """Sentences of like length together; batches in any order."""
    chance.shuffle(rows)
    found = []
    for k in range(0, len(rows), 40 * size):
        chunk = sorted(rows[k : k + 40 * size], key=lambda row: sum(map(len, row["words"])))
        found += [chunk[i : i + size] for i in range(0, len(chunk), size)]
    chance.shuffle(found)
    return found


def batch_of(
    part: list[dict[str, Any]], names: dict[str, list[str]], skip_empty: random.Random | None = None
) -> Any:
    """Tables of a batch; predicates without roles are mostly left out of the second pass while learning."""
    import torch

    ids, firsts, roles, of, at = [], [], [], [], []
    longest = max(len(row["words"]) for row in part)
    index = {x: k for k, x in enumerate(names["role"])}
    predicate = torch.zeros(len(part), longest, dtype=torch.long)
    for number, row in enumerate(part):
        line, first = [101], []
        for word in row["words"]:
            first.append(min(len(line), 509))
            line += word
        ids.append([*line[:510], 102])
        firsts.append(first)
        for p, spans in row["frames"]:
            predicate[number, p] = 2 if spans else 1
            if not spans and skip_empty is not None and skip_empty.random() < 0.9:
                continue
            tags = [0] * longest
            for a, b, label in spans:
                if f"B-{label}" in index:
                    tags[a:b] = [index[f"B-{label}"], *[index[f"I-{label}"]] * (b - a - 1)]
            roles.append(tags)
            of.append(number)
            at.append(p)
    batch = {"ids": _table(ids), "firsts": _table(firsts), "predicate": predicate}
    batch["pieces"] = _table([[1] * len(line) for line in ids]).bool()
    batch["words"] = _table([[1] * len(line) for line in firsts]).bool()
    for kind in ("upos", "xpos", "lemma", "relation", "heads"):
        batch[kind] = _table([row[kind] for row in part])
    batch |= {"of": torch.tensor(of, dtype=torch.long), "at": torch.tensor(at, dtype=torch.long)}
    batch["roles"] = torch.tensor(roles, dtype=torch.long) if roles else None
    return batch


def _table(rows: list[list[int]]) -> Any:
    import torch

    longest = max(map(len, rows))
    return torch.tensor([[*row, *[0] * (longest - len(row))] for row in rows])


def pack(net: Path, examples: Path, out: Path) -> None:
    """As one file: large matrices as bytes with a scale for each row."""
    import numpy as np

    from likewise.io.arrays import dumps_arrays, put_coarse

    with gzip.open(examples, "rt", encoding="utf-8") as stream:
        names = json.load(stream)["names"]
    arrays: dict[str, Any] = {}
    with np.load(net) as found:
        whole = "layers.0.q.weight" in found.files
        for name in found.files:
            array = found[name]
            own = _name_of_base(name) if whole else name
            put_coarse(arrays, own, array.reshape(-1, array.shape[-1]) if name == "label" else array)
    for kind, all_of in names.items():
        arrays[f"names.{kind}"] = np.array(all_of)
    out.write_bytes(dumps_arrays(arrays, pressed=True))


def _name_of_base(name: str) -> str:
    """What of the base was trained itself goes by the base's names."""
    from likewise.text.encoder import PARTS

    parts = PARTS | {"after": "attention.output.LayerNorm", "last": "output.LayerNorm"}
    match name.split("."):
        case ["first", rest]:
            return f"base.embeddings.LayerNorm.{rest}"
        case ["layers", layer, part, rest]:
            return f"base.encoder.layer.{layer}.{parts[part]}.{rest}"
    return name


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    steps = parser.add_subparsers(dest="step", required=True)
    for step, wants in {
        "prepare": ("train", "dev", "out"),
        "train": ("examples", "weights", "out"),
        "pack": ("net", "examples", "out"),
    }.items():
        one = steps.add_parser(step)
        for name in wants:
            one.add_argument(f"--{name}", type=Path, required=True)
        if step == "train":
            for name, usual in {"rank": 32, "again": 2, "rounds": 12, "size": 32}.items():
                one.add_argument(f"--{name}", type=int, default=usual)
            one.add_argument("--rate", type=float, default=8e-4)
            one.add_argument("--silver", type=Path)
    given = vars(parser.parse_args())
    {"prepare": prepare, "train": train, "pack": pack}[given.pop("step")](**given)


if __name__ == "__main__":
    main()
