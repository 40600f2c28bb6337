"""The public names of likewise.testing: what other rooms and users may use."""

from .judge_command import standin_reply as standin_reply
from .judge_endpoint import AskedJudge as AskedJudge, StandinJudge as StandinJudge
from .marketplace import (
    Asked as Asked,
    StandinFault as StandinFault,
    StandinMarketplace as StandinMarketplace,
)
