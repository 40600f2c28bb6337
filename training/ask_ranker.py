"""Make the ranker of answers: `src/likewise/data/ask/answer-ranker.npz` and `answer-confidence.json`.

    uv run python training/ask_ranker.py native --data FOLDER --lang zh --documents 1200 --out native-zh.npz
    uv run python training/ask_ranker.py native --data FOLDER --lang ja --documents 2000 --out native-ja.npz
    uv run python training/ask_ranker.py places --native native-zh.npz --out places-zh.npz   (and ja)
    uv run python training/ask_ranker.py rows --data FOLDER --lang zh --index INDEX \
        --places places-zh.npz --out rows-zh.npz
    uv run python training/ask_ranker.py net --rows rows-zh.npz --places places-zh.npz places-ja.npz --out DIR

FOLDER has the questions of `clqa`. `native` takes questions in the language of the documents; `places`
learns from them which class of answer a question wants and where answers begin and end. `rows` asks INDEX
(`likewise ask index` over the documents of the questions and the others) each English question, as the
asker does, and reads what it finds. `net` weighs everything together; only the Chinese questions teach it,
because the licence of the Japanese ones is not stated. It prints what it finds in five folds of the articles,
where it fits the confidence too.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

FILES = {
    "zh": ("ec_docs.jsonl", "zh_hans_background.jsonl.gz", "zh_hant_background.jsonl.gz"),
    "ja": ("ej_docs.jsonl", "ja_background.jsonl.gz"),
}
QUESTIONS = {"zh": "ec_questions.jsonl", "ja": "ej_questions.jsonl"}
OVERLAPPING, ELSEWHERE, GOLD = 15, 35, 3
FOLDS, SEEDS, HIDDEN, EPOCHS, DECAY, HARD = 5, 5, 16, 12, 1e-2, 150


def rows_of(path: Path) -> Iterator[Any]:
    with (
        gzip.open(path, "rt", encoding="utf-8")
        if path.suffix == ".gz"
        else open(path, encoding="utf-8") as lines
    ):
        yield from map(json.loads, lines)


def native(data: Path, lang: str, documents: int, out: Path) -> None:
    """Questions with signs and classes of their answers (first) and of other places of the same document."""
    from likewise.ask.answers.answer_forms import plain_form
    from likewise.ask.extraction import sentences_of, spans_of
    from likewise.ask.extraction.span_features import ANSWER_CLASSES, answer_class, sign_numbers
    from likewise.frames import simplified_chinese
    from likewise.text import multilingual_encoder

    texts = {row["id"]: row["text"] for name in FILES[lang] for row in rows_of(data / name)}
    questions = dict[tuple[str, str], list[str]]()
    files = ["zh_ja_mono_qa.jsonl.gz"] + ["ja_mono_qa.jsonl.gz"] * (lang == "ja")
    for row in (row for name in files for row in rows_of(data / name)):
        if (row.get("lang", "ja") == "ja") == (lang == "ja"):
            own = [one if isinstance(one, str) else one["text"] for one in row["answers"]]
            questions.setdefault((row["doc"], row["question"]), own)
    chance = random.Random(0)
    names = sorted({document for document, _ in questions})
    chance.shuffle(names)
    chosen = set(names[:documents])
    kept, signs, classes, starts, golds = list[str](), list[Any](), list[int](), [0], list[int]()
    for (document, question), answers in sorted(questions.items()):
        if document not in chosen:
            continue
        spans, sentences = spans_of(texts[document], lang), sentences_of(texts[document], lang)
        wanted = {plain_form(answer) for answer in answers}
        gold = [k for k, span in enumerate(spans) if plain_form(span.text) in wanted]
        if not gold:
            continue
        first = spans[gold[0]]
        over = [k for k, one in enumerate(spans) if one.start < first.end and first.start < one.end]
        over = [k for k in over if k not in gold]
        rest = [k for k in range(len(spans)) if k not in gold]
        picked = gold[:GOLD] + chance.sample(over, min(OVERLAPPING, len(over)))
        picked += chance.sample(rest, min(ELSEWHERE, len(rest)))
        for k in picked:
            span, sentence = spans[k], sentences[spans[k].sentence]
            own_class = answer_class(span, sentence.words[span.first : span.last])
            classes.append(ANSWER_CLASSES.index(own_class))
            text = texts[document]
            left, right = text[span.start - 1 : span.start], text[span.end : span.end + 1]
            signs.append(sign_numbers(span, sentence, own_class, left, right))
        starts.append(len(classes))
        golds.append(len(gold[:GOLD]))
        kept.append(simplified_chinese(question) if lang == "zh" else question)
    vectors = multilingual_encoder().sentences(kept)
    np.savez(out, signs=signs, classes=classes, starts=starts, golds=golds, vectors=vectors)


def places(source: Path, out: Path) -> None:
    """The class of answer by the question's vector, then weights of signs on top of it."""
    from likewise.ask.extraction.span_features import ANSWER_CLASSES, BUCKETS

    data = dict(np.load(source).items())
    starts, golds, signs = data["starts"], data["golds"], data["signs"].astype(np.int64)
    wide = np.concatenate([data["vectors"], np.ones((len(golds), 1))], 1)
    weights = _class_weights(wide, data["classes"][starts[:-1]], len(ANSWER_CLASSES))
    logs = _log_softmax(wide @ weights)
    offsets = logs[np.repeat(np.arange(len(golds)), np.diff(starts)), data["classes"]]
    learnt, history = np.zeros(BUCKETS), np.ones(BUCKETS)
    rng = np.random.default_rng(0)
    for _ in range(2):
        for number in rng.permutation(len(golds)):
            part = slice(starts[number], starts[number + 1])
            scores = offsets[part] + learnt[signs[part]].sum(1)
            shares = np.exp(scores - scores.max())
            slope = shares / shares.sum()
            slope[: golds[number]] -= shares[: golds[number]] / shares[: golds[number]].sum()
            for row, value in zip(signs[part], slope, strict=True):
                if abs(value) > 1e-5:
                    history[row] += value**2
                    learnt[row] -= 0.05 * value / np.sqrt(history[row])
    np.savez(out, classes=weights.astype(np.float16), signs=learnt.astype(np.float16))


def _log_softmax(scores: Any) -> Any:
    scores = scores - scores.max(1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(1, keepdims=True))


def _class_weights(wide: Any, classes: Any, count: int, decay: float = 1e-4) -> Any:
    """Softmax regression by Adam over all examples at once."""
    weights = np.zeros((wide.shape[1], count))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    gold = np.eye(count)[classes]
    for step in range(1, 301):
        slope = wide.T @ (np.exp(_log_softmax(wide @ weights)) - gold) / len(wide) + decay * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def rows(data: Path, lang: str, index: Path, learnt: Path, out: Path) -> None:
    """Of each English question the rows of all places; gold where the text is judged right."""
    from likewise.ask import Asker, AskSettings
    from likewise.ask.answers import is_right
    from likewise.ask.answers.answer_forms import plain_form
    from likewise.ask.extraction import forms_of
    from likewise.ask.extraction.ranker_features import feature_rows, question_view
    from likewise.ask.extraction.read_sentences import read_documents

    asker, settings, weights = Asker.open(index), AskSettings(), np.load(learnt)
    tables, golds, forms, starts, articles = list[Any](), list[Any](), list[str](), [0], list[str]()
    for row in rows_of(data / QUESTIONS[lang]):
        question = asker.question(row["question_en"])
        translation = asker.translation(question, settings)
        hits = asker.index.search(question, translation, method="fused").hits[: settings.read]
        keywords = forms_of(translation)
        view = question_view(question, keywords, weights["classes"])
        chosen = read_documents(view.vector, keywords, hits, asker.index.sentence_vectors)
        read = feature_rows(view, chosen, weights["signs"])
        tables += [own.astype(np.float16) for _, own in read]
        texts = [span.text for document, _ in read for span in document.spans]
        wanted = [answer["text"] for answer in row["answers"]]
        right = {text: is_right(text, wanted) for text in set(texts)}
        golds += [right[text] for text in texts]
        forms += map(plain_form, texts)
        starts.append(len(golds))
        articles.append(row["article"])
    np.savez(out, table=np.concatenate(tables), gold=golds, forms=forms, starts=starts, articles=articles)


def net(source: Path, learnt: list[Path], out: Path) -> None:
    """The net over all rows, after five folds have said how good it is and how sure it may be."""
    data = dict(np.load(source).items())
    starts, gold, names = data["starts"], data["gold"], sorted(set(data["articles"].tolist()))
    fold = np.array([names.index(article) % FOLDS for article in data["articles"].tolist()])
    points = list[tuple[float, bool]]()
    for number in range(FOLDS):
        model = fit_net(data["table"], gold, starts, np.flatnonzero(fold != number))
        points += [_first(model, data, q) for q in np.flatnonzero(fold == number)]
    print(f"first answer right in {FOLDS} folds: {np.mean([right for _, right in points]):.3f}")
    slope, offset = _logistic(points)
    (out / "answer-confidence.json").write_text(
        json.dumps({"slope": slope, "offset": offset}) + "\n", "utf-8"
    )
    arrays = fit_net(data["table"], gold, starts, np.arange(len(fold)))
    for path in learnt:
        arrays |= {f"{path.stem[-2:]}.{name}": array for name, array in np.load(path).items()}
    from likewise.io.arrays import dumps_arrays

    (out / "answer-ranker.npz").write_bytes(
        dumps_arrays({k: v.astype(np.float16 if "." in k else np.float32) for k, v in arrays.items()})
    )


def _first(model: dict[str, Any], data: dict[str, Any], question: int) -> tuple[float, bool]:
    """The share of the likeliest text of a question, and whether it is right."""
    from likewise.ask.extraction.ranker import net_scores

    part = slice(data["starts"][question], data["starts"][question + 1])
    scores = net_scores(model, data["table"][part].astype(np.float32))
    shares = np.exp(scores - scores.max())
    shares /= shares.sum()
    total, right = dict[str, float](), dict[str, bool]()
    for form, share, own in zip(data["forms"][part].tolist(), shares, data["gold"][part], strict=True):
        total[form], right[form] = total.get(form, 0.0) + float(share), bool(own)
    best = max(total, key=total.__getitem__)
    return total[best], right[best]


def fit_net(table: Any, gold: Any, starts: Any, questions: Any) -> dict[str, Any]:
    """Nets of several seeds: a softmax over places of a question, in the end over the hard ones."""
    from likewise.ask.extraction.ranker import net_scores

    rng = np.random.default_rng(0)
    answered = [q for q in questions if gold[starts[q] : starts[q + 1]].any()]
    picked = [_sample(rng, gold, starts[q], starts[q + 1]) for q in answered]
    first = _nets(table, gold, picked, 1)
    for number, q in enumerate(answered):
        part = np.arange(starts[q], starts[q + 1])
        hard = part[np.argsort(-net_scores(first, table[part].astype(np.float32)), kind="stable")[:HARD]]
        picked[number] = np.union1d(hard, picked[number][: len(picked[number]) // 3])
        picked[number] = np.union1d(picked[number], part[gold[part]])
    return _nets(table, gold, picked, SEEDS)


def _sample(rng: Any, gold: Any, start: int, end: int) -> Any:
    places = rng.permutation(np.arange(start, end))[:HARD]
    return np.concatenate([places, start + np.flatnonzero(gold[start:end])])


def _nets(table: Any, gold: Any, picked: list[Any], seeds: int) -> dict[str, Any]:
    rows = np.concatenate(picked)
    seen, right = table[rows].astype(np.float32), gold[rows]
    starts = np.cumsum([0, *map(len, picked)])
    mean, scale = seen.mean(0), seen.std(0) + 1e-3
    scaled = np.clip((seen - mean) / scale, -4, 4)
    runs = [_one_net(scaled, right, starts, np.arange(len(picked)), seed) for seed in range(seeds)]
    stacked = zip(("into", "bias", "out", "direct"), zip(*runs, strict=True), strict=True)
    return {"mean": mean, "scale": scale, **{name: np.stack(own) for name, own in stacked}}


def _one_net(rows: Any, gold: Any, starts: Any, questions: Any, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    width = rows.shape[1]
    net = [
        rng.normal(0, width**-0.5, (width, HIDDEN)),
        np.zeros(HIDDEN),
        rng.normal(0, 0.1, HIDDEN),
        np.zeros(width),
    ]
    means, squares, step = [np.zeros_like(x) for x in net], [np.zeros_like(x) for x in net], 0
    for _ in range(EPOCHS):
        order = rng.permutation(questions)
        for start in range(0, len(order), 32):
            slopes = [np.zeros_like(x) for x in net]
            for q in order[start : start + 32]:
                own, right = rows[starts[q] : starts[q + 1]], gold[starts[q] : starts[q + 1]]
                inner = np.tanh(own @ net[0] + net[1])
                scores = inner @ net[2] + own @ net[3]
                shares = np.exp(scores - scores.max())
                error = shares / shares.sum() - shares * right / (shares * right).sum()
                back = np.outer(error, net[2]) * (1 - inner**2)
                parts = (own.T @ back, back.sum(0), inner.T @ error, own.T @ error)
                slopes = [slope + part for slope, part in zip(slopes, parts, strict=True)]
            step += 1
            for k in range(4):
                slope = slopes[k] / 32 + DECAY * net[k]
                means[k] = 0.9 * means[k] + 0.1 * slope
                squares[k] = 0.999 * squares[k] + 0.001 * slope**2
                rate = np.sqrt(squares[k] / (1 - 0.999**step)) + 1e-8
                net[k] = net[k] - 0.01 * (means[k] / (1 - 0.9**step)) / rate
    return net


def _logistic(points: list[tuple[float, bool]]) -> tuple[float, float]:
    """Slope and offset over the log odds, by Newton's steps."""
    shares = np.clip([share for share, _ in points], 1e-6, 1 - 1e-6)
    wide = np.stack([np.log(shares / (1 - shares)), np.ones(len(points))], 1)
    right, theta = np.array([own for _, own in points], float), np.zeros(2)
    for _ in range(30):
        chance = 1 / (1 + np.exp(-wide @ theta))
        curve = (wide * (chance * (1 - chance))[:, None]).T @ wide + 1e-6 * np.eye(2)
        theta = theta - np.linalg.solve(curve, wide.T @ (chance - right))
    return round(float(theta[0]), 4), round(float(theta[1]), 4)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("step", choices=("native", "places", "rows", "net"))
    parser.add_argument("--data", type=Path)
    parser.add_argument("--lang", choices=("zh", "ja"), default="zh")
    parser.add_argument("--documents", type=int, default=1200)
    parser.add_argument("--native", type=Path)
    parser.add_argument("--index", type=Path)
    parser.add_argument("--places", type=Path, nargs="+")
    parser.add_argument("--rows", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    if given.step == "native":
        native(given.data, given.lang, given.documents, given.out)
    elif given.step == "places":
        places(given.native, given.out)
    elif given.step == "rows":
        rows(given.data, given.lang, given.index, given.places[0], given.out)
    else:
        net(given.rows, given.places, given.out)


if __name__ == "__main__":
    main()
