"""What the parts of the studio share: who asks, forms and JSON, errors, templates, signed links.

A feature imports from this page; the modules behind it know no feature.
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
