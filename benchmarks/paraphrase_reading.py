"""Read outputs: 40 random development sentences at three settings, judged kept, drifted or wrong.

    python benchmarks/paraphrase_reading.py outputs MODEL outputs.jsonl   # 40 at each setting, order shuffled
    python benchmarks/paraphrase_reading.py tally outputs.jsonl VERDICTS  # through a campaign of the platform

A reader writes one line a segment into VERDICTS: its id and `kept`, `drifted` or `wrong`. The tally makes a
campaign of the task `meaning`, hands the verdicts in as a worker would, exports the ratings and counts them
by setting with 95 % intervals (Wilson). The ids of the outputs say nothing of the setting.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import likewise as lw
from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.campaigns import create_campaign
from likewise.collect.export import export_campaign
from likewise.collect.people import create_worker
from likewise.collect.store import Store
from likewise.collect.tasks.meaning import VERDICTS
from likewise.io import read_clusters
from paraphrase import MSVD, for_development

NOVELTIES = (0.45, 0.6, 0.77)
NUMBER = 40


def outputs(model: str, out: str) -> None:
    """Write the segments to be read; `system` is the setting."""
    paraphraser = lw.load(model)
    texts = [d.text for c in read_clusters(MSVD) if for_development(c) for d in c.texts]
    chance = random.Random(2011)
    rows = [
        {
            "system": f"novelty {novelty}",
            "source": text,
            "candidate": str(paraphraser.paraphrase(text, novelty)),
        }
        for novelty in NOVELTIES
        for text in chance.sample(texts, NUMBER)
    ]
    chance.shuffle(rows)
    lines = [json.dumps({"id": str(n + 1), **row}, ensure_ascii=False) for n, row in enumerate(rows)]
    Path(out).write_text("\n".join(lines) + "\n", encoding="utf-8")


def interval(part: int, whole: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, in percent."""
    z, share = 1.96, part / whole
    middle = (share + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z / (1 + z * z / whole) * (share * (1 - share) / whole + z * z / (4 * whole * whole)) ** 0.5
    return 100 * (middle - half), 100 * (middle + half)


def tally(out: str, verdicts: str) -> None:
    """Hand the verdicts in, export them, count them."""
    rows = [json.loads(line) for line in Path(out).read_text(encoding="utf-8").splitlines()]
    said = dict(line.split() for line in Path(verdicts).read_text(encoding="utf-8").splitlines() if line)
    by_text = {(row["source"], row["candidate"], row["system"]): said[row["id"]] for row in rows}
    with tempfile.TemporaryDirectory() as folder, Store(f"sqlite:///{folder}/reading.db") as store:
        store.create()
        stimuli = [{k: row[k] for k in ("id", "system", "source", "candidate")} for row in rows]
        campaign = create_campaign(store, title="Reading", task="meaning", targets=(1, 0), stimuli=stimuli)
        worker = create_worker(store).id
        while (work := next_work(store, worker, campaign)) is not None:
            found = work.stimulus
            verdict = by_text[found["source"], found["candidate"], found["system"]]
            submit(store, worker, work.token, {"meaning": VERDICTS[verdict]}, key=work.token)
        counts: dict[str, Counter[int]] = defaultdict(Counter)
        export_campaign(store, campaign, "segments", f"{folder}/rated.jsonl")
        for segment in lw.read_segments(f"{folder}/rated.jsonl"):
            (value,) = (v for k, v in segment.human.items() if k.split("@")[0] == "meaning")
            counts[segment.system or ""][round(value)] += 1
    for system, found in sorted(counts.items()):
        whole = sum(found.values())
        shown = []
        for name, value in VERDICTS.items():
            low, high = interval(found[value], whole)
            shown.append(
                f"{name} {found[value]} ({100 * found[value] / whole:.0f} % [{low:.0f}, {high:.0f}])"
            )
        print(f"{system}: {whole} read: " + ", ".join(shown))


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] == "outputs":
        outputs(*sys.argv[2:])
    elif len(sys.argv) == 4 and sys.argv[1] == "tally":
        tally(*sys.argv[2:])
    else:
        sys.exit(__doc__)
