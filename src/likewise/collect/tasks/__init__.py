"""Task types: what people are asked, what they may answer, and what becomes of it.

    task = get_task("describe")
    settings = task.check_settings({})
    stimulus = task.check_stimulus({"url": "https://youtu.be/...", "start": 3, "end": 9}, settings)
    answer = task.check_answer({"text": "A dog barks.", "language": "English"}, stimulus, settings)
    task.texts(stimulus, answer)

Each type is one module and touches no database. Requesters add their own in YAML (`custom`).
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
