"""Word alignment of paraphrases: Likewise against sil-thot and eflomal, speed and quality in one run.

The peers are for this comparison only. With uv they need no installing:

    uv run --with sil-thot --with eflomal python benchmarks/alignment.py

All learn from the same pairs of texts, drawn by seed from MSVD clusters, and their links of both directions
are made one by the same code (grow-diag-final-and). Quality is measured twice. Pairs linked by hand, which
stand among the pairs that are learnt from, as is usual, give the alignment error rate. Word translation
tables counted from the links give the perplexity of the target words of held-out clusters: each word under
its best source word ("best"), and under all of them ("all"). The latter is what IBM model 1 maximises, so it
favours many loose links; it is printed, and not compared.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import likewise as lw
from likewise.text.vocabulary import Ints, Tokenization, Words, words_of
from likewise.transduce.align import Alignment, Links, fit_both, symmetrise
from likewise.transduce.bitext import Bitext
from msvd import CSV

PEERS = "the peers are missing: uv run --with sil-thot --with eflomal python benchmarks/alignment.py"
HELD_OUT = 10  # every tenth cluster
MIXED = 0.9  # of a word's probability that comes from the table, the rest from word frequency

# Target words with the source words they are linked to: /sure ~possible.
GOLD = """\
a man is playing a guitar on stage | a/0 musician/1 plays/3,~2 his~4 guitar/5
a woman is slicing an onion | the/0 lady/1 cut/3,~2 up~3 an/4 onion/5
two dogs are running across a field | two/0 dogs/1 run/3,~2 through/4 the/5 grass~6
a little boy is crying | a/0 child/1,2 is/3 crying/4
someone is pouring milk into a bowl | a~0 person/0 pours/2,~1 some milk/3 into/4 a/5 bowl/6
the cat is sleeping on a chair | on/4 the/5 chair/6 a/0 cat/1 sleeps/3,~2
a man is riding a motorcycle down the street | a/0 man/1 rides/3,~2 a/4 motorbike/5 on/6 the/7 road/8
the girl is putting makeup on her face | a/0 girl/1 is/2 applying/3 makeup/4 to/5 her/6 face/7
a chef is mixing eggs and flour | the/0 cook/1 is/2 stirring/3 flour/6 and/5 eggs/4 together
an elephant is drinking water | an/0 elephant/1 drinks/3,~2 some water/4
a group of people are dancing | some~0,~1,~2 people/3 are/4 dancing/5 in a circle
a man jumped into the swimming pool | a/0 man/1 is~2 jumping/2 into/3 the/4 pool/6,~5
the baby is laughing at the dog | a/0 baby/1 laughs/3,~2 at/4 a/5 puppy/6
a person is peeling a potato with a knife | someone/1,~0 peels/3,~2 a/4 potato/5 using/6 a/7 knife/8
the woman fed the fish | a/0 woman/1 is~2 feeding/2 some~3 fish/4
two men are fighting in a ring | two/0 boxers/1 are/2 boxing/3 in/4 the/5 ring/6
a monkey is eating a banana | a/4 banana/5 is~2 being~2 eaten/3 by a/0 monkey/1
a boy kicks a ball into the goal | the/0 boy/1 kicked/2 the/3 soccer~4 ball/4 into/5 the/6 net/7
a lady is cooking shrimp in a pan | a/0 woman/1 is/2 frying/3 shrimps/4 in/5 a/6 skillet/7
the man drove the car very fast | a/0 man/1 is~2 driving/2 a/3 fast/6,~5 car/4
a horse is running on the beach | the/0 horse/1 ran/3,~2 along/4 the/5 shore/6
a man is talking on a cell phone | a/0 man/1 is/2 speaking/3 on/4 the/5 phone/7,~6
the children are swimming in the lake | kids/1,~0 swim/3,~2 in/4 a/5 lake/6
a panda is climbing a tree | a/0 panda/1 bear~1 climbs/3,~2 up a/4 tree/5
someone is cutting a carrot into small pieces | a~0 woman/0 chops/2,~1 a/3 carrot/4 into/5 pieces/7
a man is shooting a gun at a target | a/0 man/1 fires/3,~2 his~4 rifle/5 at/6 a/7 target/8
the woman is brushing her hair | a/0 girl/1 brushes/3,~2 her/4 hair/5
a cat is watching television | the/0 kitten/1 is/2 looking/3 at~3 the tv/4
a man and a woman are walking down the road | a/0 couple/1,4,~2,~3 walks/6,~5 along/7 a/8 street/9
the bird is taking a bath in the sink | a/0 bird/1 is/2 bathing/5,~3,~4 in/6 a/7 sink/8
a boy is playing the piano | the/0 piano/5 is~2 played/3 by a/0 boy/1
a woman is sewing with a machine | a/0 lady/1 uses/4 a/5 sewing/3 machine/6
the dog caught the ball in its mouth | a/0 dog/1 catches/2 a/3 ball/4 with/5 his/6 mouth/7
a man is lifting heavy weights | a/0 strong man/1 lifts/3,~2 weights/5
someone is adding oil to a hot pan | oil/3 is~1 poured/2 into/4 the/5 pan/7
a team is playing soccer on the grass | the/0 players/1 are/2 playing/3 football/4 on/5 a/6 field/7
the train is moving slowly | a/0 train/1 is/2 going/3 slowly/4 down the tracks
a woman is washing her hands | a/0 person/1 washes/3,~2 their/4 hands/5 with soap
the rabbit is eating a green leaf | a/0 bunny/1 is/2 chewing/3 on~3 a/4 leaf/6
a man wearing a hat is singing a song | a/0 man/1 in~2 a/3 hat/4 sings/6,~5 a/7 song/8
a man is throwing a ball to his dog | the/0 man/1 throws/3,~2 a/4 ball/5 for/6 the/7 dog/8
someone is cracking an egg into a bowl | a~0 woman/0 breaks/2,~1 an/3 egg/4 in/5 a/6 bowl/7
two boys are wrestling on the floor | two/0 kids/1 are/2 fighting/3 on/4 the/5 ground/6
a woman is dancing with a man | a/5 man/6 is~2 dancing/3 with/4 a/0 woman/1
the tiger is walking slowly in the grass | a/0 tiger/1 walks/3,~2 through/5 grass/7,~6
a person is typing on a keyboard | someone/1,~0 types/3,~2 on/4 a/5 computer~6 keyboard/6
a cook is rolling dough | a/0 chef/1 rolls/3,~2 out~3 the dough/4 on the table
a boy is jumping on a trampoline | the/0 boy/1 jumped/3,~2 on/4 the/5 trampoline/6
a girl is combing her long hair | a/0 woman/1 combs/3,~2 her/4 hair/6
a man is putting sauce on a pizza | someone/1,~0 spreads/3,~2 sauce/4 over/5 the/6 pizza/7 dough
an old man is smoking a cigarette | a/0 man/2 smokes/4,~3 a/5 cigarette/6
a young woman is singing on a stage | a/0 girl/2,~1 sings/4,~3 on/5 stage/7,~6
a car is speeding down a road | a/0 fast~3 car/1 drives/3,~2 on/4 the/5 street/6
the monkey is pulling the tail of the dog | a/0 monkey/1 pulls/3,~2 a/7 dog's/8,~6 tail/5
a squirrel is eating peanuts out of a bag | the/0 squirrel/1 ate/3,~2 a peanut/4 from/5,~6 the/7 bag/8
a woman is folding a piece of paper | a/0 lady/1 folds/3,~2 some~4 paper/7
a soldier is firing a machine gun | a/0 man/1 shoots/3,~2 a/4 gun/6
some people are sitting around a fire | a group of~0 people/1,~0 sit/3,~2 by/4 the/5 fire/6
a kangaroo is hopping across the road | the/0 kangaroo/1 jumps/3,~2 over~4 the/5 street/6
the little girl is eating ice cream | a/0 child/2,1 eats/4,~3 an ice/5 cream/6
a man is standing on a roof | there is a/0 man/1 on/4 the/5 roof/6
a woman is chopping garlic on a board | garlic/4 is~2 being~2 chopped/3 by a/0 woman/1
a man swims in the ocean with a dolphin | a/0 dolphin/8 and~6 a/7 man/1 swim/2 together in/3 the/4 sea/5
a dog is licking a baby's face | a/4 baby/5 is~2 licked/3 by a/0 puppy/1
a plane is landing on the runway | an/0 airplane/1 lands/3,~2 at the airport~6
a man is breaking a board with his hand | the/0 man/1 breaks/3,~2 a/4 piece of wood/5 with/6 his/7 hand/8
a woman is taking a picture of a cat | the/0 woman/1 photographs/3,5,~4 a/7 cat/8
a boy is hitting a drum with sticks | a/0 kid/1 plays~3 the/4 drums/5
the man is cleaning a window | a/0 man/1 washes/3,~2 the/4 windows/5 of a house
an owl is sitting in a cage | a/0 bird/1 sits/3,~2 inside/4 a/5 cage/6
"""


@dataclass(frozen=True)
class Data:
    """Pairs to learn from, the first `len(gold)` of them linked by hand, and pairs to test on."""

    training: Bitext
    held_out: Bitext
    gold: list[tuple[set[tuple[int, int]], set[tuple[int, int]]]]


class Row(NamedTuple):
    """What is measured of a system, in one run."""

    wall: float
    cpu: float
    best: float
    all: float
    aer: float
    precision: float
    recall: float
    links: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--data", type=Path, default=CSV, help="the MSVD CSV")
    parser.add_argument("--pairs", type=int, default=50_000)
    parser.add_argument("--seeds", type=int, default=3, help="draws of pairs; the mean over them is shown")
    chosen = parser.parse_args()
    if not chosen.data.exists():
        sys.exit(f"{chosen.data} is not there; name the MSVD CSV by --data")
    if find_spec("thot") is None or find_spec("eflomal") is None:
        sys.exit(PEERS)
    draws = [prepare(chosen.data, chosen.pairs, seed) for seed in range(chosen.seeds)]
    warm = draws[0].training.select(np.arange(50))
    for model in ("hmm", "ibm2"):
        ours(model)(warm)
    print(f"{len(draws[0].training):,} pairs, {len(draws[0].held_out):,} held out,", end=" ")
    print(f"{len(draws[0].gold)} linked by hand; mean over {len(draws)} draws")
    print("both directions     wall s   CPU s  perplexity: best     all    AER  precision  recall    links")
    systems = {
        "likewise hmm": ours("hmm"),
        "likewise ibm2": ours("ibm2"),
        "thot hmm": thot_hmm,
        "thot fast_align": thot_fast_align,
        "eflomal": eflomal_links,
    }
    rows = {name: mean_row(name, work, draws) for name, work in systems.items()}
    compare(rows)


def mean_row(name: str, work: Callable[[Bitext], tuple[Links, Links]], draws: list[Data]) -> Row:
    row = Row(*np.mean([measure(work, data) for data in draws], axis=0).tolist())
    print(
        f"{name:<17} {row.wall:>8.1f} {row.cpu:>7.1f} {row.best:>17.2f} {row.all:>7.2f} {row.aer:>6.3f}"
        f" {row.precision:>10.3f} {row.recall:>7.3f} {row.links:>8,.0f}",
        flush=True,
    )
    return row


def compare(rows: dict[str, Row]) -> None:
    mine = rows["likewise hmm"]
    peers = {name: row for name, row in rows.items() if not name.startswith("likewise")}
    for name, row in peers.items():
        wall, cpu = row.wall / mine.wall, row.cpu / mine.cpu
        print(f"likewise hmm against {name}: {wall:.1f}x as fast by the clock, {cpu:.1f}x in CPU seconds")
    for measure, label in (("best", "perplexity"), ("aer", "AER")):
        lowest = min(getattr(row, measure) for row in peers.values())
        mine_is = getattr(mine, measure)
        verdict = "met" if mine_is <= lowest else "NOT met"
        print(f"{label} {mine_is:.3f}, of the best peer {lowest:.3f} (must be no higher: {verdict})")


def prepare(path: Path, pairs: int, seed: int) -> Data:
    """Pairs of texts of one cluster, drawn by seed; those of held-out clusters apart."""
    gold = [line.split(" | ") for line in GOLD.splitlines()]
    texts = [side for line in gold for side in (line[0], bare(line[1]))]
    learnt, kept = [], []
    for at, cluster in enumerate(lw.read_clusters(path)):
        size, first = len(cluster.texts), len(texts)
        texts += [d.text for d in cluster.texts]
        a, b = np.divmod(np.arange(size * size), max(size, 1))
        drawn = np.stack((a, b))[:, a != b] + first
        (kept if at % HELD_OUT == 0 else learnt).append(drawn)
    rng = np.random.default_rng(seed)
    words = words_of(texts, Tokenization("words"))

    def draw(some: list[Ints], count: int) -> Ints:
        every = np.concatenate(some, axis=1)
        return every[:, rng.permutation(every.shape[1])[:count]]

    by_hand = np.arange(2 * len(gold)).reshape(-1, 2).T
    training = np.concatenate((by_hand, draw(learnt, pairs)), axis=1)
    return Data(
        Bitext.drawn(words, *training),
        Bitext.drawn(words, *draw(kept, pairs // 10)),
        [links_of(line[1]) for line in gold],
    )


def bare(target: str) -> str:
    return " ".join(word.split("/")[0].split("~")[0] for word in target.split())


def links_of(target: str) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Sure links, and sure or possible ones."""
    sure, possible = set(), set()
    for j, word in enumerate(target.split()):
        for mark in word.replace("/", " /").replace("~", " ~").replace(",", " ").split()[1:]:
            possible.add((int(mark.lstrip("/~")), j))
            if not mark.startswith("~"):
                sure.add((int(mark.lstrip("/")), j))
    return sure, possible


def measure(work: Callable[[Bitext], tuple[Links, Links]], data: Data) -> Row:
    wall, cpu, (forward, backward) = measured(lambda: work(data.training))
    alignment = symmetrise(forward, backward, data.training)
    return Row(wall, cpu, *perplexity(alignment, data), *error_rate(alignment, data), len(alignment.source))


def measured(work: Callable[[], tuple[Links, Links]]) -> tuple[float, float, tuple[Links, Links]]:
    """Wall and CPU seconds (of this process and of what it started), and what came of it."""

    def cpu() -> float:
        return sum(
            sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )

    start, busy = time.perf_counter(), cpu()
    result = work()
    return time.perf_counter() - start, cpu() - busy, result


def ours(model: str) -> Callable[[Bitext], tuple[Links, Links]]:
    def work(bitext: Bitext) -> tuple[Links, Links]:
        forward, backward = fit_both(bitext, model=model)
        return forward.align(bitext), backward.align(bitext.swapped())

    return work


def lines(bitext: Bitext) -> tuple[list[list[str]], list[list[str]]]:
    def side(words: Words) -> list[list[str]]:
        flat = [words.vocabulary[i] for i in words.ids]
        return [flat[a:b] for a, b in zip(words.bounds[:-1], words.bounds[1:], strict=True)]

    return side(bitext.source), side(bitext.target)


def thot_hmm(bitext: Bitext) -> tuple[Links, Links]:
    """Five rounds of IBM-1 and five of the HMM a direction, the usual way to run it."""
    import thot.alignment as ta

    def one(source: list[list[str]], target: list[list[str]]) -> list[tuple[float, Any]]:
        first = ta.Ibm1AlignmentModel()
        for s, t in zip(source, target, strict=True):
            first.add_sentence_pair(s, t)
        train(first, 5)
        model = ta.HmmAlignmentModel(first)
        train(model, 5)
        return list(model.get_best_alignments(source, target))

    return both_thot(one, bitext)


def thot_fast_align(bitext: Bitext) -> tuple[Links, Links]:
    """Its version of fast_align, five rounds a direction."""
    import thot.alignment as ta

    def one(source: list[list[str]], target: list[list[str]]) -> list[tuple[float, Any]]:
        model = ta.FastAlignModel()
        for s, t in zip(source, target, strict=True):
            model.add_sentence_pair(s, t)
        train(model, 5)
        return list(model.get_best_alignments(source, target))

    return both_thot(one, bitext)


def train(model: Any, rounds: int) -> None:
    model.start_training()
    for _ in range(rounds):
        model.train()
    model.end_training()


def both_thot(one: Callable[..., list[tuple[float, Any]]], bitext: Bitext) -> tuple[Links, Links]:
    source, target = lines(bitext)
    forward, backward = one(source, target), one(target, source)
    return thot_links(forward, bitext.target.bounds), thot_links(backward, bitext.source.bounds)


def thot_links(found: list[tuple[float, Any]], bounds: Ints) -> Links:
    links = np.full(bounds[-1], -1, np.int16)
    for (_, matrix), first in zip(found, bounds[:-1], strict=True):
        for i, j in zip(*np.nonzero(matrix.to_numpy()), strict=True):
            links[first + j] = i
    return Links(links, bounds)


def eflomal_links(bitext: Bitext) -> tuple[Links, Links]:
    """Its default: model 3, three samplers, rounds by the size of the data; both directions at once."""
    import eflomal

    source, target = ([" ".join(words) + "\n" for words in side] for side in lines(bitext))
    with tempfile.TemporaryDirectory() as folder:
        forward, backward = os.path.join(folder, "forward"), os.path.join(folder, "backward")
        eflomal.Aligner().align(source, target, links_filename_fwd=forward, links_filename_rev=backward)
        return (
            Links(eflomal_side(forward, bitext.target.bounds, 1), bitext.target.bounds),
            Links(eflomal_side(backward, bitext.source.bounds, 0), bitext.source.bounds),
        )


def eflomal_side(path: str, bounds: Ints, side: int) -> Ints:
    links = np.full(bounds[-1], -1, np.int16)
    with open(path, encoding="utf-8") as handle:
        for first, line in zip(bounds[:-1], handle, strict=True):
            for link in line.split():
                ends = link.split("-")
                links[first + int(ends[side])] = int(ends[1 - side])
    return links


def perplexity(alignment: Alignment, data: Data) -> tuple[float, float]:
    """Of held-out target words, under their best source word (or NULL) and under all of them."""
    bitext, size = data.training, data.training.source.distinct
    pairs = np.repeat(np.arange(len(bitext)), np.diff(alignment.bounds))
    source = bitext.source.ids[bitext.source.bounds[pairs] + alignment.source].astype(np.int64)
    at = bitext.target.bounds[pairs] + alignment.target
    alone = np.setdiff1d(np.arange(len(bitext.target.ids)), at)
    rows = np.concatenate((source + 1, np.zeros(len(alone), np.int64)))
    keys, counts = np.unique(rows * size + bitext.target.ids[np.concatenate((at, alone))], return_counts=True)
    totals = np.maximum(np.bincount(rows, minlength=size + 1), 1)
    frequency = (np.bincount(bitext.target.ids, minlength=size) + 1.0) / (len(bitext.target.ids) + size)
    log, words = np.zeros(2), 0
    for one, other in texts(data.held_out):
        row = np.concatenate(([0], one.astype(np.int64) + 1))
        wanted = row[None, :] * size + other[:, None]
        place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
        table = np.where(keys[place] == wanted, counts[place] / totals[row][None, :], 0.0) / len(row)
        for measure, p in enumerate((table.max(axis=1), table.sum(axis=1))):
            log[measure] += np.log(MIXED * p + (1 - MIXED) * frequency[other]).sum()
        words += len(other)
    best, every = np.exp(-log / words).tolist()
    return best, every


def texts(bitext: Bitext) -> Iterator[tuple[Ints, Ints]]:
    for k in range(len(bitext)):
        source, target = bitext.source, bitext.target
        yield (
            source.ids[source.bounds[k] : source.bounds[k + 1]],
            target.ids[target.bounds[k] : target.bounds[k + 1]],
        )


def error_rate(alignment: Alignment, data: Data) -> tuple[float, float, float]:
    """Alignment error rate, precision and recall (Och and Ney 2003, section 6)."""
    made = sure_made = possible_made = sure_all = 0
    for k, (sure, possible) in enumerate(data.gold):
        links = set(alignment.pair(k))
        made += len(links)
        sure_made += len(links & sure)
        possible_made += len(links & possible)
        sure_all += len(sure)
    return 1 - (sure_made + possible_made) / (made + sure_all), possible_made / made, sure_made / sure_all


if __name__ == "__main__":
    main()
