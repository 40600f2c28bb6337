"""The web studio: pages and an HTTP API over the functions of the rooms below, in one process.

Each part of it is a folder with a `Feature`; `likewise.studio.web` is what they share. A name is loaded when
it is first used, so that the command knows the features' options without the parts of a web server.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
