"""The fixed list of commands that `same_output.py` runs, and the small files that they read.

Each group has a folder of its own with all the files. Its commands run in order, and a later one may read
what an earlier one wrote. `outputs.jsonl`, `clusters.jsonl` and the like are the embedded ones of the old
checkout.
"""

from __future__ import annotations

import csv
import io
import json
import math
import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Case:
    """A command line without its first word, what it reads on standard input, and its exit code."""

    command: str
    lines: str = ""
    code: int = 0


SENTENCES = "He did not answer.\n\nShe was unable to sleep, but he slept.\nNo one came.\nShe sings.\n"
SMALL_STUDY = "--features rules,pcfg,heads --sigmas 0.1:10:3 --folds 2 --bootstrap 5"
START = "--map Museum --start 0,3,0"
DB = "--database sqlite:///mine.db"
KINDS = ("clusters", "answers", "msvd", "huggingface")
HEADER = "VideoID,Start,End,WorkerID,Source,AnnotationTime,Language,Description"

CASES: dict[str, list[Case]] = {
    "main": [
        Case("--version"),
        Case("--help"),
        Case("nonsense", code=2),
        Case("metrics"),
        Case("metrics --json"),
        Case("doctor --json"),
        Case("tour --json --report tour.html"),
    ],
    "score": [
        Case("score outputs.jsonl"),
        Case(
            "score outputs.jsonl --json --by system --bootstrap 50 --scores scores.csv "
            "--segments scored.jsonl --report score.html "
            "--metrics bleu,pinc,ibleu,self-bleu,source-bleu,chrf,ter,identify"
        ),
        Case("score outputs.jsonl --metrics negation --json --segments flags.jsonl"),
        Case("score small.csv --metrics bleu,pinc,bleu-pinc-mean --tokenize zh --lowercase"),
        Case("score --candidate out.txt --source in.txt --reference ref.txt --json --set bleu.smooth=floor"),
        Case("score --clusters clusters.jsonl --json --report clusters.html --scores clusters.csv"),
        Case("score --clusters msvd.csv --lang all --tier all"),
        Case("score - --metrics pinc --segments -", lines='{"id": 1, "source": "a b", "candidate": "a c"}\n'),
        Case("score broken.jsonl", code=2),
        Case("score outputs.jsonl --metrics nothing", code=2),
        Case("score outputs.jsonl --lang en", code=2),
        Case("score none.jsonl --json", code=2),
        Case("score --clusters clusters.jsonl --by system", code=2),
    ],
    "judge": [
        Case("compare outputs.jsonl --samples 50 --report compare.html"),
        Case("compare outputs.jsonl --samples 50 --json"),
        Case("compare small.csv", code=2),
        Case("explain outputs.jsonl --id clip-07 --system copycat"),
        Case("explain outputs.jsonl --id clip-07 --system copycat --metrics bleu,pinc,identify --json"),
        Case("explain denies.jsonl --id 1"),
        Case("explain outputs.jsonl --id nobody", code=2),
        Case("judge outputs.jsonl --human overall --bootstrap 50 --report judge.html --fit fitted"),
        Case("judge outputs.jsonl --human overall --bootstrap 20 --curve --json --metrics bleu,pinc,chrf"),
        Case("judge outputs.jsonl --human overall --bootstrap 0 --metrics ./fitted,bleu"),
        Case("judge outputs.jsonl --human nothing", code=2),
        Case("agree scores.csv --report agree.html"),
        Case("agree scores.csv --json --threshold 10 --best meaning=100"),
        Case("agree outputs.jsonl", code=2),
        Case("dimple patterns.jsonl --explain"),
        Case("dimple patterns.jsonl --json --bootstrap 50 -k 5 --explain"),
        Case("dimple clusters.jsonl", code=2),
    ],
    "paraphrase": [
        Case("paraphrase train --data clusters.jsonl --pairs 2 --out model --json"),
        Case("paraphrase run --model model --nbest 2", lines="A man is slicing a tomato.\n\nA dog runs.\n"),
        Case("paraphrase run --model model --novelty 0.6 --why --json", lines="A man is slicing a tomato.\n"),
        Case("paraphrase run --model model --why", lines="A man is slicing a tomato.\n"),
        Case("paraphrase evaluate --model model --data few.jsonl --novelty none,0.6 --json"),
        Case("paraphrase evaluate --model model --data few.jsonl --report r.html --segments s.jsonl --keep"),
        Case("paraphrase evaluate --candidates few.txt --data few.jsonl --bootstrap 20 --json"),
        Case("paraphrase harvest --model model --most 5 --out patterns-out.jsonl"),
        Case("paraphrase harvest --model model --terms 'is cutting' --json"),
        Case("paraphrase train --data few.jsonl --pairs none --out other", code=2),
        Case("paraphrase run --model nowhere", code=2),
        Case("paraphrase evaluate --data few.jsonl", code=2),
    ],
    "navigate": [
        Case("navigate map"),
        Case("navigate map Museum --svg museum.svg --json"),
        Case("navigate learn --out lexicon --json"),
        Case("navigate learn --method gill --maps Museum --out gill"),
        Case("navigate show --lexicon lexicon left --most 3"),
        Case("navigate show --lexicon gill 'turn left' --json"),
        Case("navigate show --lexicon lexicon leftt", code=2),
        Case("navigate train --parser krisp --maps Museum,School --out krisp --json"),
        Case("navigate train --data routes --out best"),
        Case(f"navigate follow {START} --model krisp 'Walk one block and turn right.' --svg walk.svg --json"),
        Case(f"navigate follow {START} --model best", lines="turn right\n\nxyzzy plugh\n"),
        Case(f"navigate follow {START} --model best 'Walk to the coat rack.'"),
        Case("navigate follow --map Attic --start 0,3,0 go", code=2),
        Case(f"navigate follow {START} --model lexicon go", code=2),
        Case("navigate evaluate --parser krisp --json --processes 1"),
        Case("navigate evaluate --data routes --method none", code=2),
    ],
    "negation": [
        Case("negation resolve", lines=SENTENCES),
        Case("negation resolve --json", lines=SENTENCES),
        Case("negation resolve --json --no-encoder --method ranker", lines=SENTENCES),
        Case("negation resolve --json --no-encoder --method tagger", lines=SENTENCES),
        Case("negation resolve --parses deep.jsonl --json --method crawler", lines="DEEP"),
        Case("negation resolve --parses deep.jsonl --method combined", lines="DEEP"),
        Case("negation resolve --parses deep.jsonl --json --method crawler-p --threshold 0.5", lines="DEEP"),
        Case("negation train --data gold.conll --more more.conll --out model --json"),
        Case("negation resolve --model model --json", lines=SENTENCES),
        Case("negation evaluate --gold more.conll --model model --json"),
        Case("negation evaluate --gold more.conll --gold-cues --raw --no-encoder"),
        Case("negation evaluate --gold more.conll --system more.conll --json"),
        Case("negation evaluate --gold more.conll --parses deep.jsonl --method crawler-n --json"),
        Case("negation resolve --method x", code=2),
        Case("negation resolve --method crawler", code=2),
        Case("negation resolve --model nowhere", code=2),
        Case("negation train --data broken.jsonl --out other", code=2),
    ],
    "parses": [
        Case("parses score --gold gold.ptb --system system.ptb"),
        Case("parses score --gold gold.ptb --system system.ptb --json --functions --segments why.jsonl"),
        Case("parses score --gold gold.ptb --system system.ptb --explain 1"),
        Case("parses score --gold deep.jsonl --system deep.jsonl --json"),
        Case("parses score --gold gold.conllu --system gold.conllu --json"),
        Case("parses score --gold gold.ptb --system gold.conllu", code=2),
        Case(f"parses study --data bank --out study --json {SMALL_STUDY}"),
        Case(f"parses study --data bank/nbest.jsonl --gold bank/gold.jsonl --out second {SMALL_STUDY}"),
        Case("parses study --data bank --out third --features nothing", code=2),
    ],
    "collect": [
        Case(f"collect new --title 'What happens?' --items clips.jsonl --targets 5 --json {DB}"),
        Case(f"collect new --title Simple --task task.yaml --items simple.csv --wait {DB}"),
        Case(f"collect new --title Rate --task rate --set scale=1-5 --rates 2,9 --currency EUR --json {DB}"),
        Case(f"collect import msvd.csv --json {DB}"),
        Case(f"collect import clusters.jsonl --title Mine {DB}"),
        Case(f"collect import clips.jsonl --campaign what-happens {DB}"),
        Case(f"collect list {DB}"),
        Case(f"collect list --json {DB}"),
        Case(f"collect stats msvd {DB}"),
        Case(f"collect stats msvd --json --lang all {DB}"),
        Case(f"collect stats mine {DB}"),
        Case(f"collect review msvd --json {DB}"),
        Case(f"collect review msvd --limit 2 {DB}"),
        Case(f"collect review msvd --grant W000 --reason good {DB}", code=2),
        *(Case(f"collect export msvd --kind {kind} --out {kind}.out {DB}") for kind in KINDS),
        Case(f"collect export mine --json --out mine.jsonl {DB}"),
        Case(f"collect export msvd --kind dreams {DB}", code=2),
        Case(f"collect filter mine --lang en --out mine-kept.jsonl --json {DB}"),
        Case(f"collect filter msvd --out kept.jsonl --dropped dropped.jsonl --save filter --json {DB}"),
        Case(f"collect filter msvd --model filter {DB}"),
        Case(f"collect walks --count 5 --out walks.jsonl --json {DB}"),
        Case(f"collect pay msvd --owed --json {DB}"),
        Case(f"collect pay msvd --key first --csv ledger.csv {DB}"),
        Case(f"collect pay msvd --key first --json {DB}"),
        Case("collect stats --database sqlite:///absent.db", code=2),
        Case(f"collect new --title Bad --task dance {DB}", code=2),
    ],
}  # fmt: skip


def write_files(old: Path, folder: Path) -> None:
    """Write every file that the commands read into a folder."""
    data = old / "src/likewise/data"
    for name in ("outputs.jsonl", "clusters.jsonl", "patterns.jsonl", "scores.csv"):
        shutil.copy(data / name, folder / name)
    shutil.copy(data / "negation_deep.jsonl", folder / "deep.jsonl")
    clusters = _rows(data / "clusters.jsonl")
    _jsonl(folder / "few.jsonl", clusters[:4])
    texts = [text["text"] for row in clusters[:4] for text in row["texts"]]
    (folder / "few.txt").write_text("\n".join(text.upper() for text in texts) + "\n")
    _segments(folder)
    _msvd(folder / "msvd.csv", clusters)
    negated = _rows(data / "negation.jsonl")
    (folder / "gold.conll").write_text("".join(map(_conll, negated[:60])))
    (folder / "more.conll").write_text("".join(map(_conll, negated[60:75])))
    _bank(folder)
    (folder / "routes").mkdir()
    shutil.copytree(data / "navigation/maps", folder / "routes/maps")
    for name, most in (("sentences.jsonl", 8), ("paragraphs.jsonl", 2)):
        english = [row for row in _rows(data / "navigation" / name) if row["lang"] == "en"]
        _jsonl(folder / "routes" / name, english[:most])
    _jsonl(folder / "clips.jsonl", [{"youtube": f"{n:011d}", "start": 1, "end": 6} for n in range(3)])
    (folder / "simple.csv").write_text("source\nA long sentence.\nAnother one.\n")
    (folder / "task.yaml").write_text(
        "name: simplify\ntitle: Say it simply\ninstructions: Rewrite it.\n"
        "stimulus: [{name: source, label: Sentence}]\nanswer: [{name: text, label: Yours}]\npay: [2, 3]\n"
    )


def deep_lines(folder: Path) -> str:
    """The sentences of `deep.jsonl`, one a line."""
    return "".join(row["text"] + "\n" for row in _rows(folder / "deep.jsonl"))


def _segments(folder: Path) -> None:
    rows = [
        ["id", "source", "candidate", "references"],
        ["1", "The dog barks.", "The hound barks.", "A dog barks."],
    ]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    (folder / "small.csv").write_text(text.getvalue())
    (folder / "out.txt").write_text("The hound barks.\n\nA cat is asleep.\n")
    (folder / "in.txt").write_text("The dog barks.\nA bird.\nA cat sleeps.\n")
    (folder / "ref.txt").write_text("A dog is barking.\nBirds.\nThe cat sleeps.\n")
    (folder / "broken.jsonl").write_text('{"id": 1, "candidate": "a"}\n{"id": 2}\n')
    denies = {
        "id": 1,
        "candidate": "He did wait.",
        "source": "He did not wait.",
        "references": ["He never waited."],
    }
    _jsonl(folder / "denies.jsonl", [denies])


def _msvd(path: Path, clusters: list[dict[str, object]]) -> None:
    """The embedded descriptions as the published corpus has them; every third unverified, some Slovene."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER.split(","))
    rows = 0
    for number, cluster in enumerate(clusters):
        for place, row in enumerate(cluster["texts"]):  # type: ignore[arg-type, var-annotated]
            rows += 1
            tier = "unverified" if place % 3 == 0 else "clean"
            language = "Slovene" if place == 7 else "English"
            worker = 100 + math.isqrt(rows)  # no two have as many: ties stand in an order drawn by chance
            writer.writerow([f"{number:011d}", 1, 9, worker, tier, 10 + place, language, row["text"]])
    path.write_text(text.getvalue())


def _conll(row: dict[str, object]) -> str:
    words: list[str] = row["words"]  # type: ignore[assignment]
    columns: list[list[str]] = [["text"], [str(row["id"])]]
    columns = [column * len(words) for column in columns]
    columns += [[str(n) for n in range(len(words))], words, ["_"] * len(words), ["_"] * len(words)]
    columns.append(["*"] * len(words))
    for negation in row["negations"]:  # type: ignore[attr-defined]
        for part in ("cue", "scope", "event"):
            column = ["_"] * len(words)
            for token, text in negation[part]:
                column[token] = text
            columns.append(column)
    if not row["negations"]:
        columns.append(["***"] * len(words))
    return "".join("\t".join(cells) + "\n" for cells in zip(*columns, strict=True)) + "\n"


def _bank(folder: Path) -> None:
    (folder / "gold.ptb").write_text(
        "(S (NP-SBJ (NNS Dogs)) (VP (VBP bark)))\n(S (NP (NNS Cats)) (VP (VBP sleep)))\n"
    )
    (folder / "system.ptb").write_text("(S (NP (NNS Dogs)) (VP (VBP bark)))\n()\n")
    rows = ["1\tDogs\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_", "2\tbark\t_\tVERB\t_\t_\t0\troot\t_\t_"]
    (folder / "gold.conllu").write_text("\n".join(["# sent_id = a", *rows, "", ""]))
    (folder / "bank").mkdir()
    nouns = ["cat", "dog", "cow", "owl", "fox", "hen", "bee", "ant"]
    candidates = [
        {
            "id": noun,
            "text": f"The {noun} runs.",
            "parses": [{"derivation": _tree(noun, deep)} for deep in (0, 1)],
        }
        for noun in nouns
    ]
    _jsonl(folder / "bank/nbest.jsonl", candidates)
    _jsonl(
        folder / "bank/gold.jsonl",
        [{"id": noun, "text": f"The {noun} runs.", "derivation": _tree(noun, True)} for noun in nouns[:-1]],
    )


def _tree(noun: str, deep: int) -> str:
    words = f'(the_1 0 1 ("the")) ({noun}_n1 1 2 ("{noun}"))'
    subject = f"(sp-hd_n_c 0 2 {words})" if deep else words
    return f'(root ({"sb-hd_mc_c" if deep else "sb_c"} 0 3 {subject} (runs_v1 2 3 ("runs"))))'


def _rows(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _jsonl(path: Path, rows: list[dict[str, object]]) -> None:
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
