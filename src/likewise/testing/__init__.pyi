"""The public names of likewise.testing: what other rooms and users may use."""

from .marketplace import (
    Asked as Asked,
    StandinFault as StandinFault,
    StandinMarketplace as StandinMarketplace,
)
