"""Names that moved, and where they are now: an old name works for one release more, and warns.

`MODULES` maps the dotted path of a module or package to its new one; what lies below it moves with it.
`NAMES` maps `room:OldName` on a room's public page to `room:NewName`, or to `room:Class.attribute`.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from operator import attrgetter
from types import ModuleType
from typing import Any

__all__ = ["MODULES", "NAMES", "install", "moved_name"]

MODULES: dict[str, str] = {
    "likewise.cli.collect.money": "likewise.collect.money",
    "likewise.cli.console": "likewise.cli.command",
    "likewise.cli.inputs": "likewise.cli.segments",
    "likewise.cli.navigate.corpora": "likewise.cli.navigate.inputs",
    "likewise.cli.paraphrase.models": "likewise.cli.paraphrase.options",
    "likewise.cli.parses.reading": "likewise.evaluate.parse_files",
    "likewise.cli.replacing": "likewise.cli.model_notes",
    "likewise.collect.finished": "likewise.collect.bulk_import",
    "likewise.collect.importing": "likewise.collect.import_files",
    "likewise.collect.market.money": "likewise.collect.money",
    "likewise.collect.market.standin": "likewise.testing.marketplace",
    "likewise.collect.market.standin_prolific": "likewise.testing.prolific",
    "likewise.collect.market.standin_service": "likewise.testing.replies",
    "likewise.collect.market.standin_turk": "likewise.testing.mechanical_turk",
    "likewise.collect.outgoing": "likewise.collect.export_rows",
    "likewise.collect.sentences": "likewise.collect.sentence_filter",
    "likewise.collect.sifting": "likewise.collect.sentence_filter.clusters",
    "likewise.collect.tasks.clip_view": "likewise.collect.tasks.clip_player",
    "likewise.collect.tasks.reading": "likewise.collect.tasks.value_checks",
    "likewise.collect.tasks.wording": "likewise.collect.tasks.clean_text",
    "likewise.collect.wording": "likewise.collect.sentence_filter.sentence_features",
    "likewise.deep.checking": "likewise.deep.mrs",
    "likewise.deep.drawing": "likewise.deep.drawings",
    "likewise.deep.placing": "likewise.deep.word_spans",
    "likewise.deep.selection.training": "likewise.deep.selection.estimation",
    "likewise.deep.trees": "likewise.deep.syntax_trees",
    "likewise.draw.bars": "likewise.draw.bar_chart",
    "likewise.draw.heatmap": "likewise.draw.heat_map",
    "likewise.draw.lines": "likewise.draw.line_chart",
    "likewise.draw.plane": "likewise.draw.bleu_pinc_plane",
    "likewise.draw.scatter": "likewise.draw.scatter_plot",
    "likewise.draw.table": "likewise.draw.html_table",
    "likewise.evaluate.agree": "likewise.evaluate.metric_agreement",
    "likewise.evaluate.compare": "likewise.evaluate.comparison",
    "likewise.evaluate.explain": "likewise.evaluate.evidence",
    "likewise.evaluate.judge": "likewise.evaluate.metric_judge",
    "likewise.evaluate.score": "likewise.evaluate.scorer",
    "likewise.evaluate.study": "likewise.study.parsers",
    "likewise.evaluate.study.measuring": "likewise.study.parsers.measurements",
    "likewise.evaluate.study.telling": "likewise.study.parsers.summary",
    "likewise.evaluate.study.writing": "likewise.study.parsers.files",
    "likewise.judging.williams": "likewise.judging.williams_t",
    "likewise.metrics.negation.comparing": "likewise.metrics.negation.comparison",
    "likewise.metrics.negation.finding": "likewise.metrics.negation.denial_finder",
    "likewise.metrics.negation.reading": "likewise.metrics.negation.text_denials",
    "likewise.metrics.negation.swapping": "likewise.metrics.negation.swapped_subjects",
    "likewise.metrics.negation.words": "likewise.metrics.negation.word_lists",
    "likewise.metrics.parses.explaining": "likewise.metrics.parses.explain",
    "likewise.metrics.parses.matching": "likewise.metrics.parses.f1",
    "likewise.metrics.parses.scoring": "likewise.metrics.parses.scores",
    "likewise.metrics.sacre": "likewise.metrics.ter",
    "likewise.navigate.embedded": "likewise.navigate.embedded_follower",
    "likewise.navigate.follower": "likewise.navigate.grounded",
    "likewise.navigate.follower.reading": "likewise.navigate.grounded.ways",
    "likewise.navigate.follower.telling": "likewise.navigate.grounded.explain",
    "likewise.navigate.following": "likewise.navigate.followers",
    "likewise.navigate.landmarks": "likewise.navigate.landmarks_plan",
    "likewise.navigate.lexicon.saving": "likewise.navigate.lexicon.counts",
    "likewise.navigate.lexicons": "likewise.navigate.lexicon.learners",
    "likewise.navigate.partial": "likewise.navigate.partial_correctness",
    "likewise.navigate.planned": "likewise.navigate.planned_follower",
    "likewise.navigate.words": "likewise.navigate.word_splitters",
    "likewise.negation.affixes": "likewise.negation.cues",
    "likewise.negation.answers": "likewise.negation.former",
    "likewise.negation.crawler.crawl": "likewise.negation.crawler.predication_crawl",
    "likewise.negation.crawler.customs": "likewise.negation.crawler.conventions",
    "likewise.negation.crawler.entry": "likewise.negation.crawler.cue_predication",
    "likewise.negation.crawler.learnt": "likewise.negation.crawler.shipped_trust",
    "likewise.negation.crawler.resolve": "likewise.negation.crawler.deep_reading",
    "likewise.negation.crawler.signs": "likewise.negation.crawler.trust_signs",
    "likewise.negation.crawler.tree": "likewise.negation.crawler.headed_tree",
    "likewise.negation.crawler.words": "likewise.negation.crawler.empty_words",
    "likewise.negation.crf": "likewise.text.crf",
    "likewise.negation.deeply": "likewise.negation.former",
    "likewise.negation.embedded": "likewise.negation.former",
    "likewise.negation.events": "likewise.negation.taggers",
    "likewise.negation.features": "likewise.negation.cue_view",
    "likewise.negation.hashed": "likewise.text.hashed_features",
    "likewise.negation.nets": "likewise.negation.taggers",
    "likewise.negation.parser": "likewise.trees",
    "likewise.negation.parser.encoded": "likewise.trees.encoded_parser",
    "likewise.negation.parser.model": "likewise.trees.parser",
    "likewise.negation.saving": "likewise.negation.former",
    "likewise.negation.scopes": "likewise.negation.taggers",
    "likewise.negation.scoring": "likewise.negation.scores",
    "likewise.negation.tokens": "likewise.negation.sentence",
    "likewise.negation.trees": "likewise.trees.constituents",
    "likewise.negation.views": "likewise.negation.cue_view",
    "likewise.paraphrase.ahead": "likewise.paraphrase.precompile",
    "likewise.paraphrase.embedded": "likewise.paraphrase.embedded_model",
    "likewise.paraphrase.harvest": "likewise.paraphrase.pattern_harvest",
    "likewise.paraphrase.training": "likewise.paraphrase.trainer",
    "likewise.paraphrase.wording": "likewise.paraphrase.surface",
    "likewise.report.saving": "likewise.report.files",
    "likewise.studio.agreeing": "likewise.studio.agreement.service",
    "likewise.studio.assets": "likewise.studio.web.assets",
    "likewise.studio.bodies": "likewise.studio.web.json_body",
    "likewise.studio.child": "likewise.studio.worker_process",
    "likewise.studio.crawling": "likewise.studio.negation.cue_paths",
    "likewise.studio.faults": "likewise.studio.web.faults",
    "likewise.studio.films": "likewise.studio.web.media_response",
    "likewise.studio.holding": "likewise.studio.lock",
    "likewise.studio.identity": "likewise.studio.web.identity",
    "likewise.studio.limits": "likewise.studio.web.limits",
    "likewise.studio.links": "likewise.studio.web.signed_links",
    "likewise.studio.maps": "likewise.studio.web.map_drawing",
    "likewise.studio.navigating": "likewise.studio.navigate.service",
    "likewise.studio.negating": "likewise.studio.negation.service",
    "likewise.studio.paraphrasing": "likewise.studio.paraphrase.service",
    "likewise.studio.recent": "likewise.studio.web.recent_lookups",
    "likewise.studio.rendering": "likewise.studio.web.html",
    "likewise.studio.reports": "likewise.studio.score.report_shelf",
    "likewise.studio.returning": "likewise.studio.entrance.market_return",
    "likewise.studio.scoring": "likewise.studio.score.worker",
    "likewise.studio.security": "likewise.studio.web.security",
    "likewise.studio.state": "likewise.studio.web.state",
    "likewise.studio.wordbooks": "likewise.studio.navigate.taught_lexicon",
    "likewise.studio.working": "likewise.studio.work.service",
    "likewise.text.wordpieces": "likewise.text.encoder",
    "likewise.transduce.align.fitting": "likewise.transduce.align.estimation",
    "likewise.worlds.drawing": "likewise.worlds.map_svg",
    "likewise.worlds.executor.walking": "likewise.worlds.executor.walker",
}

NAMES: dict[str, str] = {
    "likewise.deep.selection:Store": "likewise.deep.selection:FeatureStore",
    "likewise.metrics.negation:Flag": "likewise.metrics.negation:NegationFlag",
    "likewise.metrics.negation:Reading": "likewise.metrics.negation:TextDenials",
    "likewise.negation:Counts": "likewise.negation:HitCounts",
    "likewise.negation:DEEP_METHODS": "likewise.negation.former:DEEP_METHODS",
    "likewise.negation:DeepResolver": "likewise.negation.former:DeepResolver",
    "likewise.negation:METHODS": "likewise.negation.former:METHODS",
    "likewise.negation:Scores": "likewise.negation:NegationScores",
    "likewise.negation:load_resolver": "likewise.negation.former:load_resolver",
    "likewise.negation:resolve_deeply": "likewise.negation.former:resolve_deeply",
    "likewise.negation:resolve_text": "likewise.negation.former:resolve_text",
    "likewise.negation:save_resolver": "likewise.negation.former:save_resolver",
    "likewise.negation.crawler:Answer": "likewise.negation.crawler:CrawledScope",
    "likewise.negation.crawler:Choice": "likewise.negation.crawler:TrustedScope",
    "likewise.negation.crawler:Example": "likewise.negation.crawler:TrustExample",
    "likewise.negation.crawler:Parsed": "likewise.negation.crawler:ParsedSentence",
    "likewise.negation.crawler:Piece": "likewise.negation.crawler:ScopePiece",
    "likewise.negation.crawler:Reading": "likewise.negation.crawler:DeepReading",
    "likewise.negation.crawler:labels_of": "likewise.negation.crawler:labels_at",
    "likewise.negation.crawler:learnt_trust": "likewise.negation.crawler:default_trust",
    "likewise.negation.crawler:resolve": "likewise.negation.crawler:crawled_scope",
    "likewise.report:AgreementSection": "likewise.judging:Agreement",
    "likewise.report:ComparisonRow": "likewise.evaluate:Comparison",
    "likewise.report:JudgeRow": "likewise.judging:Correlation",
    "likewise.report:JudgeSection": "likewise.evaluate:Judgement",
    "likewise.report:MetricCell": "likewise.metrics:Score",
    "likewise.report:SystemRow": "likewise.evaluate:Scores",
    "likewise.navigate:Lexicon": "likewise.navigate:PlanLexicon",
    "likewise.navigate.grounded:KIND": "likewise.navigate.grounded:Grounded.kind",
    "likewise.navigate.lexicon:Learner": "likewise.io:SavedModel",
    "likewise.navigate.lexicon:Lexicon": "likewise.navigate.lexicon:PlanLexicon",
    "likewise.trees:LONGEST": "likewise.trees:Parser.longest",
    "likewise.transduce.align:Counts": "likewise.transduce.align:ExpectedCounts",
    "likewise.collect.market:Entry": "likewise.collect.market:MarketEntry",
    "likewise.collect.tasks:Clip": "likewise.collect.tasks:ClipTask",
    "likewise.collect.tasks:Custom": "likewise.collect.tasks:CustomTask",
    "likewise.collect.tasks:Describe": "likewise.collect.tasks:DescribeTask",
    "likewise.collect.tasks:Example": "likewise.collect.tasks:ExampleAnswer",
    "likewise.collect.tasks:Follow": "likewise.collect.tasks:FollowTask",
    "likewise.collect.tasks:Instruct": "likewise.collect.tasks:InstructTask",
    "likewise.collect.tasks:Meaning": "likewise.collect.tasks:MeaningTask",
    "likewise.collect.tasks:Paraphrase": "likewise.collect.tasks:ParaphraseTask",
    "likewise.collect.tasks:Pattern": "likewise.collect.tasks:PatternTask",
    "likewise.collect.tasks:Rate": "likewise.collect.tasks:RateTask",
    "likewise.collect.tasks:Survey": "likewise.collect.tasks:SurveyTask",
}


def install() -> None:
    """Let the old names of modules be imported; called once, when the package is imported."""
    if not any(isinstance(finder, _MovedFinder) for finder in sys.meta_path):
        # First in the row: below a package that moved, the ordinary finder would load a module twice.
        sys.meta_path.insert(0, _MovedFinder())


def moved_name(room: str, name: str) -> Any:
    """What an old name on a room's page stands for now; AttributeError where there is none."""
    target = NAMES.get(f"{room}:{name}")
    if target is None:
        raise AttributeError(f"module '{room}' has no attribute '{name}'")
    _warn(f"{room}.{name}", target.replace(":", "."), 4)  # over `find` of the page: where the name is used
    module, _, attribute = target.partition(":")
    return attrgetter(attribute)(import_module(module))


def _new_path(old: str) -> str | None:
    """The new path of a module, by its own line or by that of a package above it."""
    head, tail = old, ""
    while head.startswith("likewise."):
        if head in MODULES:
            return MODULES[head] + tail
        head, _, last = head.rpartition(".")
        tail = f".{last}{tail}"
    return None


def _warn(old: str, new: str, level: int) -> None:
    if "former" in new.split("."):  # what is left of it goes too
        message = f"{old} goes with the next release; {new} shows what takes its place"
    else:
        message = f"{old} is now {new}; the old name goes with the next release"
    warnings.warn(message, DeprecationWarning, stacklevel=level)


class _MovedFinder(MetaPathFinder):
    """Finds modules under their old paths."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith("likewise.") or (new := _new_path(fullname)) is None:
            return None
        return ModuleSpec(fullname, _MovedLoader(new))


class _MovedLoader(Loader):
    """Puts the module of today under its old path."""

    def __init__(self, new: str) -> None:
        self.new = new

    def exec_module(self, module: ModuleType) -> None:
        _warn(module.__name__, self.new, 3)
        sys.modules[module.__name__] = import_module(self.new)
