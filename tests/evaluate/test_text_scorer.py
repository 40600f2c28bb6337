"""Scorers handed to scikit-learn itself: folds, grids, several metrics, processes, bad input."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import likewise as lw
from likewise.errors import InputError
from likewise.evaluate import TextScorer
from likewise.metrics import BLEU

pytest.importorskip("sklearn", reason="needs scikit-learn: uv sync --group test")
from sklearn.base import BaseEstimator
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.model_selection import GridSearchCV, KFold, cross_val_score, cross_validate, learning_curve
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

ROWS = lw.data.outputs()
X = [segment.source or "" for segment in ROWS]
FIRST = [segment.references[0] for segment in ROWS]
ALL = [list(segment.references) for segment in ROWS]
FOLDS = KFold(3)


class Echo(BaseEstimator):  # type: ignore[misc]
    """Says what it hears, and drops as many last words as it is told."""

    def __init__(self, drop: int = 0, column: Any = None) -> None:
        self.drop, self.column = drop, column

    def fit(self, X: Any, y: Any = None) -> Echo:
        return self

    def predict(self, X: Any) -> list[str]:
        texts = X if self.column is None else X[self.column]
        return [" ".join(text.split()[: -self.drop or None]) for text in texts]


def test_folds_have_the_scores_of_their_texts() -> None:
    found = cross_val_score(Echo(), X, ALL, scoring=lw.sklearn_scorer("bleu"), cv=FOLDS)
    for value, (_, held) in zip(found, FOLDS.split(X), strict=True):
        texts, references = [X[i] for i in held], [ALL[i] for i in held]
        assert value == lw.score(candidates=texts, references=references, metrics="bleu")["bleu"].score


def test_estimators_of_scikit_learn_are_searched() -> None:
    nearest = make_pipeline(TfidfVectorizer(), KNeighborsClassifier(1))
    grid = {"tfidfvectorizer__analyzer": ["word", "char"]}
    search = GridSearchCV(nearest, grid, scoring=lw.sklearn_scorer("chrf"), cv=FOLDS).fit(X, FIRST)
    means = search.cv_results_["mean_test_score"]
    assert search.best_score_ == max(means) > min(means) > 0


def test_several_metrics_in_one_run_and_error_rates_are_negative() -> None:
    scorer = lw.sklearn_scorer("bleu,ter,pinc", settings={"lowercase": True})
    found = cross_validate(Echo(1), X, FIRST, scoring=scorer, cv=FOLDS)
    assert {name for name in found if name.startswith("test_")} == {"test_bleu", "test_neg_ter", "test_pinc"}
    assert (found["test_neg_ter"] < 0).all()
    assert (cross_val_score(Echo(1), X, FIRST, scoring=lw.sklearn_scorer("ter"), cv=FOLDS) < 0).all()
    search = GridSearchCV(Echo(), {"drop": [0, 5]}, scoring=scorer, refit="neg_ter", cv=FOLDS)
    means = search.fit(X, FIRST).cv_results_["mean_test_neg_ter"]
    assert 0 > search.best_score_ == max(means) > min(means)


def test_metrics_of_sources_need_no_y() -> None:
    scorer = lw.sklearn_scorer("pinc")
    assert cross_val_score(Echo(), X, scoring=scorer, cv=FOLDS).tolist() == [0, 0, 0]
    assert (cross_val_score(Echo(3), np.array(X), scoring=scorer, cv=FOLDS) == 0).all()
    _, _, scores = learning_curve(Echo(), X, FIRST, scoring=scorer, cv=FOLDS, train_sizes=[0.5])
    assert scores.shape == (1, 3)


def test_sources_and_references_in_frames_and_arrays() -> None:
    pandas = pytest.importorskip("pandas", reason="needs pandas: uv sync --group test")
    frame = pandas.DataFrame({"text": X, "length": [len(text) for text in X]})
    y = pandas.DataFrame({"one": FIRST, "two": [refs[1] for refs in ALL]})
    scorer = lw.sklearn_scorer("ibleu", source="text")
    echo = Echo(column="text")
    two = [refs[:2] for refs in ALL]
    wanted = lw.score(candidates=X, sources=X, references=two, metrics="ibleu")["ibleu"].score
    assert scorer(echo, frame, y) == wanted
    assert lw.sklearn_scorer("ibleu")(Echo(), np.array(X), y.to_numpy()) == wanted
    assert lw.sklearn_scorer("ibleu")(Echo(column="text"), frame[["text"]], two) == wanted
    rows = np.array([["a", text] for text in X])
    assert lw.sklearn_scorer("ibleu", source=1)(Echo(column=(slice(None), 1)), rows, two) == wanted
    with pytest.raises(InputError, match="no column 'txt' of sources in X"):
        lw.sklearn_scorer("ibleu", source="txt")(echo, frame, y)
    with pytest.raises(InputError, match="name the column that holds them by source="):
        lw.sklearn_scorer("ibleu")(echo, frame, y)


def test_scorer_travels_to_other_processes() -> None:
    scorer = lw.sklearn_scorer(["bleu"], lang="en")
    again = pickle.loads(pickle.dumps(scorer))
    assert isinstance(again, TextScorer)
    assert again(Echo(), X, FIRST) == scorer(Echo(), X, FIRST)
    assert repr(scorer) == "sklearn_scorer(['bleu'])"
    assert repr(lw.sklearn_scorer(BLEU())) == "sklearn_scorer('bleu')"


def test_bad_input_is_named() -> None:
    class Numbers(Echo):
        def predict(self, X: Any) -> Any:
            return [len(text) for text in X]

    scorer = lw.sklearn_scorer("bleu")
    with pytest.raises(InputError, match=r"row 0: Numbers.predict gave int, expected a text"):
        scorer(Numbers(), X, FIRST)
    with pytest.raises(InputError, match="needs y"):
        scorer(Echo(), X)
    with pytest.raises(InputError, match="has no method 'generate'"):
        lw.sklearn_scorer("bleu", response_method="generate")(Echo(), X, FIRST)
    with pytest.raises(InputError, match="source has no effect"):
        lw.sklearn_scorer("bleu", source="text")(Echo(), X, FIRST)
    with pytest.raises(InputError, match="did you mean bleu"):
        lw.sklearn_scorer("blue")
    with pytest.raises(InputError, match="no metric named here has the setting 'smoth'"):
        lw.sklearn_scorer("bleu", settings={"smoth": "none"})
    with pytest.raises(InputError, match="row 1 "):
        scorer(Echo(), X[:2], [FIRST[0], None])


def test_what_should_be_known_is_warned_of() -> None:
    with pytest.warns(UserWarning, match="1 candidate is empty"):
        lw.sklearn_scorer("bleu")(Echo(), ["", "a b c d"], ["a", "a b c d"])
