"""What is told where a tokeniser does not fit the texts, or is not installed."""

from __future__ import annotations

from likewise.installation import install_line
from likewise.metrics.batch import Batch
from likewise.text import AUTO, BY_BLANKS, Tokenization, find_language, holds_unsegmented, looks_unsegmented

__all__ = ["script_remarks"]

ADVICE = "say tokenize='zh' (--tokenize zh), ja-mecab or char, or give the rows their lang"


def script_remarks(batch: Batch, tokenization: Tokenization) -> list[str]:
    """That the tokeniser cannot part the words of these texts, or of some; that another one stands in."""
    texts = batch.texts
    languages = batch.text_languages() if batch.is_mixed else [next(iter(batch.languages), None)]
    remarks = [_stand_in(lang, tokenization) for lang in batch.languages]
    if batch.is_mixed:
        used = {lang: tokenization.fitted(lang).tokenizer for lang in set(languages)}
        unparted = [
            text for text, lang in zip(texts, languages, strict=True)
            if used[lang] in BY_BLANKS and holds_unsegmented([text])
        ]  # fmt: skip
        tokenizers = sorted({used[lang] for lang in languages} & set(BY_BLANKS))
    else:
        tokenizers = [tokenization.fitted(languages[0]).tokenizer]
        unparted = texts if tokenizers[0] in BY_BLANKS and holds_unsegmented(texts) else []
    if unparted:
        some = "" if looks_unsegmented(texts) else "some texts are in "
        named = " or ".join(tokenizers)
        remarks.append(f"{some}a script without blanks, whose words {named} cannot part: {ADVICE}")
    return [remark for remark in remarks if remark]


def _stand_in(lang: str | None, tokenization: Tokenization) -> str:
    """That another tokeniser is used than the language's: it is not installed, or the language unknown."""
    language = find_language(lang) if lang else None
    if lang and language is None and tokenization.tokenizer == AUTO:
        used = tokenization.fitted(lang).tokenizer
        return f"the language '{lang}' is unknown here, so its texts are cut by the tokeniser {used}"
    if language is None or tokenization.tokenizer != AUTO or language.tokenizer in BY_BLANKS:
        return ""
    used = tokenization.fitted(lang).tokenizer
    if used == language.tokenizer:
        return ""
    named = f"{language.name} is cut by the tokeniser {used}, since {language.tokenizer} is not installed"
    return f"{named} ({install_line(f'likewise[{language.code}]')} brings it)"
