"""The public names of likewise.robot.deep_reader: what other rooms and users may use."""

from .complaints import why_not as why_not
from .conversion_state import TWO_ORDERS as TWO_ORDERS
from .reader import DeepReader as DeepReader
