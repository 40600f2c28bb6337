"""The public names of likewise.studio: what other rooms and users may use."""

from .app import check_folders as check_folders
from .create import create_app as create_app
from .feature import (
    Feature as Feature,
    FolderOption as FolderOption,
    MenuEntry as MenuEntry,
    Service as Service,
    Setup as Setup,
)
from .features import FEATURES as FEATURES
from .lock import held as held
from .web.limits import Limits as Limits
