"""likewise navigate learn: what words mean, out of instructions and the paths walked for them."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from likewise.cli.command import Json, about, note, print_json
from likewise.cli.model_notes import older_model, said_model
from likewise.cli.navigate.inputs import Data, Lang, Maps, Method, corpus_of
from likewise.io import check_model_place

__all__ = ["learn"]


def learn(
    target: Annotated[str, typer.Option("--out", metavar="DIR", help="Folder that the lexicon goes to.")],
    data: Data = None,
    method: Method = "sgoll",
    maps: Maps = None,
    lang: Lang = "en",
    json_out: Json = False,
) -> None:
    """Learn a lexicon: words with the parts of plans that they speak of.

    Example: likewise navigate learn --data sail --maps Grid,Jelly --out lexicon
    """
    from likewise.navigate import checked, data_name, examples
    from likewise.navigate.lexicon import LEARNERS

    learner = LEARNERS[checked(method, LEARNERS, "method")]
    check_model_place(target)
    corpus = corpus_of(data, lang, maps)
    with about(data):
        pairs = examples(corpus, lang)
    begun = time.perf_counter()
    learnt = learner.fit(pairs, data=data_name(corpus))
    lexicon = learnt.lexicon()
    seconds = time.perf_counter() - begun
    older = older_model(target)
    learnt.save(target)
    said_model(target, older)
    if not len(lexicon):
        note("no word was seen often enough to mean something: more instructions are needed")
    if json_out:
        print_json({"entries": len(lexicon), "seconds": seconds, "sentences": len(pairs), "out": target})
    else:
        print(f"{len(lexicon):,} entries from {len(pairs):,} sentences, in {seconds:.1f} s.")
