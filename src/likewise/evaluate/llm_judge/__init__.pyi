"""The public names of likewise.evaluate.llm_judge: what other rooms and users may use."""

from .judge_file import LanguageJudge as LanguageJudge, read_judge as read_judge
from .swapped_orders import PositionBias as PositionBias, position_bias as position_bias
from .verdict_plan import VerdictPlan as VerdictPlan, plan_verdicts as plan_verdicts
from .verdict_run import (
    VerdictRun as VerdictRun,
    fetch_planned as fetch_planned,
    fetch_verdicts as fetch_verdicts,
)
