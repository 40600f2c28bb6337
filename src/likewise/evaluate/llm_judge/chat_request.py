"""A request in the common shape of chat completions, and what comes back in that shape."""

from __future__ import annotations

import json
from typing import Any

from likewise.evaluate.llm_judge.judge_costs import Tokens, tokens_of
from likewise.evaluate.llm_judge.judge_file import LanguageJudge
from likewise.evaluate.llm_judge.judge_request import JudgeRequest, system_text
from likewise.evaluate.llm_judge.work_list import JudgeReply

__all__ = ["chat_body", "chat_reply"]


def chat_body(judge: LanguageJudge, request: JudgeRequest) -> dict[str, Any]:
    """The body of a request."""
    body: dict[str, Any] = {"model": judge.model}
    if judge.temperature is not None:
        body["temperature"] = judge.temperature
    if judge.max_tokens and "max_completion_tokens" not in judge.extra:
        body["max_tokens"] = judge.max_tokens
    body["messages"] = [
        {"role": "system", "content": system_text(judge)},
        {"role": "user", "content": request.user_text()},
    ]
    return {**body, **judge.extra}


def chat_reply(judge: LanguageJudge, request: JudgeRequest, raw: bytes) -> JudgeReply | None:
    """The reply that an answer holds; None where it is not in the shape."""
    try:
        answer = json.loads(raw)
        choice = answer["choices"][0]
        content = choice["message"].get("content")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        return None
    if not isinstance(content, str | None):
        return None
    ended = choice.get("finish_reason")
    why = {
        "length": "the reply was cut off at max_tokens",
        "content_filter": "the endpoint filtered the reply",
    }
    text = content or ""
    return JudgeReply(request, text, _tokens(judge, request, answer, text), why=why.get(str(ended), ""))


def _tokens(judge: LanguageJudge, request: JudgeRequest, answer: dict[str, Any], text: str) -> Tokens:
    used = answer.get("usage")
    given = used if isinstance(used, dict) else {}
    asked = system_text(judge) + request.user_text()
    return tokens_of(given.get("prompt_tokens"), given.get("completion_tokens"), asked, text)
