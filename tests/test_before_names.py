"""Every public name of version 0.1.0 can still be imported; one that moved warns."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module
from operator import attrgetter

import pytest

PAGES = {
    "likewise": """
        Cluster Description InputError LikewiseError MissingPartError Pattern RefusedError Segment
        __version__ agree compare data dimple dump_segments evaluate_paraphrases explain judge
        leave_one_out load metrics ordered_pairs read_clusters read_parallel read_patterns read_scores
        read_segments save_report score score_clusters tokenize
    """,
    "likewise.cli": "main",
    "likewise.cli.collect": "app",
    "likewise.cli.navigate": "app",
    "likewise.cli.negation": "app",
    "likewise.cli.paraphrase": "app",
    "likewise.cli.parses": "app",
    "likewise.collect.market": """
        Backoff Balance Completion Entry Journal Marketplace MechanicalTurk PostingStatus Prolific
        Submission complete completion_code entry_link read_entry
    """,
    "likewise.collect.migrations": "HEAD upgrade",
    "likewise.collect.tasks": """
        Clip Custom Describe Example Field Follow Form Instruct Meaning Option Paraphrase Pattern Rate
        Survey Task TaskType get_task load_yaml task_names
    """,
    "likewise.data": "NOTE clusters navigation_folder outputs path patterns scores",
    "likewise.deep": """
        Ace Analysis AnalysisSource Item Skipped WebService derivation_tree load_heads read_items
        read_profile sound
    """,
    "likewise.deep.selection": """
        FEATURE_SETS Candidates ParseSelector Store Targets cross_validate extract find_targets
        fit_weights folds_of log_probabilities parse_templates sigma_grid similarity
    """,
    "likewise.draw": """
        DARK LIGHT PLOT_CSS Scale Series bars escape frontier heatmap lines log_ticks nice_ticks plane
        scatter table
    """,
    "likewise.evaluate": """
        HumanPoint ParaphraseEvaluation ParaphrasePoint ParaphraseTest Scores agree compare dimple
        dump_outputs evaluate_paraphrases explain fit_candidates judge leave_one_out ordered_pairs
        read_candidates score score_clusters
    """,
    "likewise.evaluate.study": """
        ParserStudy StudySettings as_dict beside_the_paper parser_study write_study
    """,
    "likewise.io": """
        ScoreTable dump_clusters dump_patterns dump_scores dump_segments read_clusters read_parallel
        read_patterns read_scores read_segments
    """,
    "likewise.judging": """
        Agreement Alpha Between Correlation CurvePoint DawidSkene Fitted JudgePair Logistic Paired
        Restricted Williams agree approximate_randomisation between clusters cohen_kappa correlate
        cross_validated dawid_skene epsila epsila_matrix fit fleiss_kappa kendall krippendorff_alpha
        mean_agreement mean_spearman oracle orientation paired_bootstrap pairwise pearson perfect_scores
        product reference_curve restricted spearman spearman_matrix williams zscores
    """,
    "likewise.metrics": """
        ArithmeticMean BLEU Batch CHRF GeometricMean HarmonicMean IBLEU Identify MeanMetric Metric
        NegationAgreement PINC PincSigmoidBLEU Score SelfBLEU Signature SourceBLEU TER available get
        resolve
    """,
    "likewise.metrics.negation": "Denial Flag NegationAgreement Reading compare polarity read",
    "likewise.metrics.parses": """
        FORMATS METRICS Parse ParseScores allowed chosen explain_parse score_parse score_parses
    """,
    "likewise.navigate": """
        GILL SGOLL Corpus Follower Following Grounded Instruction Lexicon NavigationResult Planned Route
        evaluate follow_text load_lexicon read_corpus
    """,
    "likewise.navigate.follower": "KIND NETS Grounded",
    "likewise.navigate.krisp": "Cover Krisp Reaches Settings walked",
    "likewise.navigate.lexicon": "GILL SGOLL Entry Example Fragment Graph Learner Lexicon graph",
    "likewise.negation": """
        DEEP_METHODS METHODS Counts DeepResolver Negation Part Resolver Scores Sentence embedded
        load_resolver marked resolve_deeply resolve_text save_resolver score with_encoder
    """,
    "likewise.negation.crawler": """
        LEAST Answer Choice Example Parsed Parses Piece Reading Trust choose example labels_of
        learnt_trust ranked resolve spans_of weigh
    """,
    "likewise.negation.crf": "CRF Row",
    "likewise.negation.parser": "LONGEST EncodedParser Parser",
    "likewise.paraphrase": "Paraphrase Paraphraser train",
    "likewise.report": """
        AgreementSection ComparisonRow Explorer JudgeRow JudgeSection MetricCell Report SegmentRow
        SystemRow TokenizedRow agreement_report judgement_report paraphrases_report render save_report
        scores_report titled write_report
    """,
    "likewise.studio": "create_app",
    "likewise.text": "TOKENIZERS Grams Tokenization Words content_words stem tokenize words_of",
    "likewise.transduce": "Bitext",
    "likewise.transduce.align": """
        Aligner Alignment Counts HEURISTICS Lexicon Links MODELS expect expect_both fit fit_both
        symmetrise
    """,
    "likewise.transduce.align.hmm": "JumpCounts Jumps",
    "likewise.transduce.decode": """
        DEFAULTS FEATURE_NAMES Decoder Output PhraseUse Search named_weights weight_vector
    """,
    "likewise.transduce.lm": """
        LMTables LanguageModel Perplexity Surprise dump_arpa dumps load_arpa loads measure measure_file
        train
    """,
    "likewise.transduce.phrases": "SCORES PhraseOption PhraseTable extract_phrases",
    "likewise.transduce.tuning": "METHODS Objective Pools Round Tuned tune",
    "likewise.worlds": """
        Corridor Map Mission Place Plan Pose Sight Step Travel Turn Verify draw_map dump_map dumps
        dumps_map load_map load_maps loads loads_map make_environment random_map random_path sights
    """,
    "likewise.worlds.executor": "Behaviour Costs Executor Walk",
}
"""What each page of 0.1.0 offered, all of it but the routers of the studio and a record of the report's."""

DOCUMENTED = (
    "likewise.navigate:Corpus.folds Corpus.on GILL.fit Grounded.train Planned.train SGOLL.merge SGOLL.update",
    "likewise.navigate.embedded:embedded",
    "likewise.negation:Resolver.fit Resolver.resolve",
    "likewise.negation.conll:dump load",
    "likewise.negation.embedded:embedded embedded_sentences with_encoder",
    "likewise.paraphrase:Paraphraser.card Paraphraser.nbest Paraphraser.paraphrase Paraphraser.save",
    "likewise.paraphrase:Paraphraser.stream Paraphraser.training_texts train",
    "likewise.paraphrase.embedded:embedded",
    "likewise.paraphrase.harvest:harvest",
)
"""What the reference of 0.1.0 named beside the pages: modules, and methods of classes."""


@pytest.mark.parametrize("room", PAGES)
def test_a_page_still_offers_its_names(room: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        page = import_module(room)
        missing = [name for name in PAGES[room].split() if not hasattr(page, name)]
    assert missing == []


@pytest.mark.parametrize("line", DOCUMENTED)
def test_what_the_reference_named_is_there(line: str) -> None:
    module, _, names = line.partition(":")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        for name in names.split():
            assert attrgetter(name)(import_module(module)) is not None


def test_the_warning_points_at_the_line_that_uses_the_old_name() -> None:
    """Python shows it by default only where it points at the user's own script."""
    code = "from likewise.negation import Scores\nimport likewise.navigate\nlikewise.navigate.Lexicon\n"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert "<string>:1: DeprecationWarning: likewise.negation.Scores is now" in done.stderr
    assert "<string>:3: DeprecationWarning: likewise.navigate.Lexicon is now" in done.stderr
