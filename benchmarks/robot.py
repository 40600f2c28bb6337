"""Orders to a robot: every reader on the last 500 commands of the treebank, beside two peers and the paper.

Training is on the 2,000 commands before those. Peers are run in the same process: the nearest training
command by word edits with its tree adapted, and a plain treebank grammar. Then come seconds of training and
milliseconds a command (CPU time of one core), the same commands with words changed, and the deep reader on
analyses that a general parser made (`--analyses`, where the file is there).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from likewise.robot import Command, Commander, DeepReader, RobotScores, load_commands
from likewise.study.robot import PRINTED, PRINTED_STEPS, RobotStudy, robot_study
from likewise.worlds.blocks import Layouts, load_layouts

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
PEERS = ("nearest", "plain grammar")


def share(scores: RobotScores, name: str) -> str:
    """A percentage with its interval."""
    row = scores.as_dict()
    low, high = row[f"{name}_ci"] or (0.0, 0.0)
    return f"{row[name]:5.1f} [{low:.1f}, {high:.1f}]"


def tables(study: RobotStudy) -> None:
    """Precision and recall by reader, then the gap to the better peer."""
    print(f"trained on {study.trained:,} commands, tested on the next {study.rows[0].scores.n}")
    for planner in (False, True):
        title = f"{'with' if planner else 'without'} the planner"
        print(f"\n{title:<36}{'precision':>22}{'recall':>22}   paper, dev / eval")
        recalls: dict[str, float] = {}
        for row in study.rows:
            if row.planner == planner:
                recalls[row.reader] = row.scores.recall
                printed = PRINTED.get((row.reader, planner))
                beside = f"   {printed.dev} / {printed.evaluation}" if printed else ""
                both = f"{share(row.scores, 'precision'):>22}{share(row.scores, 'recall'):>22}"
                print(f"  {row.reader:<34}{both}{beside}")
        peer = max(PEERS, key=lambda name: recalls[name])
        ahead = recalls["combined"] - recalls[peer]
        print(f"  combined is {ahead:.1f} points ahead of the better peer ({peer})")


def deep_steps(steps: Mapping[str, Mapping[str, float]]) -> None:
    """How far the deep reader comes, with our analyses and those that were given."""
    print("\ndeep reader, percent of commands: " + "; ".join(steps) + "; paper")
    for name, printed in PRINTED_STEPS.items():
        ours = "".join(f"{values[name]:8.1f}" for values in steps.values())
        print(f"  {name:<40}{ours}{printed.value:8.1f} ({printed.part})")


def changed(perturbed: Mapping[str, RobotScores], before: float) -> None:
    """Recall of the combined reader by kind of change, and how far it falls."""
    print(f"\nwords changed, combined with planner (unchanged: recall {before:.1f})")
    for name, scores in perturbed.items():
        both = f"{share(scores, 'precision'):>22}{share(scores, 'recall'):>22}"
        print(f"  {name:<20}{scores.n:>5}{both}   {scores.recall - before:+.1f}")


def speed(training: Sequence[Command], held: Sequence[Command], layouts: Layouts) -> None:
    """Seconds of training, and milliseconds a command."""
    start = time.process_time()
    commander = Commander.fit(training, layouts=layouts)
    print(f"\ntraining: {time.process_time() - start:.1f} CPU seconds")
    for text in (one.text for one in held[:5]):
        commander.answer(text, layouts.scene(held[0].scene).before)
    spent = []
    for one in held:
        board = layouts.scene(one.scene).before
        start = time.process_time()
        commander.answer(one.text, board)
        spent.append(1000 * (time.process_time() - start))
    spent.sort()
    median, late = spent[len(spent) // 2], spent[int(0.95 * len(spent))]
    print(f"a command: {median:.1f} ms at the median, 95 % under {late:.1f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA / "robot-commands")
    parser.add_argument("--analyses", type=Path, default=DATA / "robot-commands-mrs" / "commands.jsonl.gz")
    parser.add_argument("--test", type=int, default=500, help="so many of the last commands")
    parser.add_argument("--first", type=int, help="of so many commands only, the first ones")
    parser.add_argument("--rules", action="store_true", help="Figure 3 too (some minutes)")
    given = parser.parse_args()
    commands = load_commands(given.data / "commands.tsv", given.data / "rcl.tsv")[: given.first]
    layouts = load_layouts(given.data / "layouts.txt")
    real = DeepReader(analyses=str(given.analyses)) if given.analyses.exists() else None
    study = robot_study(commands, layouts, test=given.test, analyses=real, rules=given.rules)
    tables(study)
    deep_steps(study.deep_steps)
    (best,) = (one.scores for one in study.rows if one.reader == "combined" and one.planner)
    changed(study.perturbed, best.recall)
    for n, known, new in study.rule_curve:
        print(f"  {n:>3} rules: {known:5.1f} of training commands, {new:5.1f} of test commands")
    speed(commands[: -given.test], commands[-given.test :], layouts)


if __name__ == "__main__":
    main()
