from .jumps import JumpCounts as JumpCounts
from .jumps import Jumps as Jumps
