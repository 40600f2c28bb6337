"""What boto3 raises for Mechanical Turk, told in Likewise's own errors and without anything secret."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from typing import Any

from likewise.collect.market.backoff import Busy
from likewise.errors import InputError, LikewiseError, RefusedError

__all__ = ["TurkRefusal", "told"]

_SECRET = re.compile(
    r"\b(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{12,}\b"
    r"|(?i:(credential|signature|token|secret|key))=[^\s,&]+"
    r"|(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])"
)
_THROTTLED = {"throttling", "throttlingexception", "toomanyrequestsexception", "requestlimitexceeded"}
_UNKNOWN_CALLER = re.compile(
    r"AccessDenied|Unrecognized|InvalidClient|Signature|Expired.*Token|NotAuthorized"
)


class TurkRefusal(RefusedError):
    """Mechanical Turk said no; `turk` is its own code for it, without the prefix."""

    def __init__(self, code: str, turk: str, message: str) -> None:
        self.turk = turk
        super().__init__(code, f"Mechanical Turk: {message}" + (f" ({turk})" if turk else ""))

    @property
    def repeated(self) -> bool:
        """Whether the refusal only says that the same request was carried out before."""
        return self.turk == "DuplicateRequest" or "idempotency token" in str(self).lower()


def told(call: Callable[..., Any], request: Mapping[str, Any]) -> Any:
    """The call's answer, or its failure as `Busy`, `TurkRefusal` or `InputError`."""
    errors: Any = importlib.import_module("botocore.exceptions")
    try:
        return call(**request)
    except errors.ClientError as error:
        problem = _answered(error.response)
    except errors.ParamValidationError as error:
        problem = InputError(f"Mechanical Turk: {_clean(str(error))}")
    except (errors.NoCredentialsError, errors.PartialCredentialsError):
        problem = RefusedError(
            "not-allowed", "no AWS credentials were found where boto3 looks (environment, profile or role)"
        )
    except (errors.EndpointConnectionError, errors.ConnectTimeoutError):
        problem = Busy("Mechanical Turk could not be reached", maybe_done=False)
    except errors.ReadTimeoutError:
        problem = Busy("Mechanical Turk did not answer in time", maybe_done=True)
    except errors.HTTPClientError:
        problem = Busy("the connection to Mechanical Turk broke", maybe_done=True)
    except errors.BotoCoreError as error:
        problem = RefusedError("unavailable", f"Mechanical Turk: {_clean(str(error))}")
    raise problem from None


def _answered(response: Mapping[str, Any]) -> LikewiseError:
    """An error that the service itself answered with."""
    given = response.get("Error", {})
    kind = str(given.get("Code", ""))
    turk = str(response.get("TurkErrorCode") or "").removeprefix("AWS.MechanicalTurk.")
    text = _clean(str(response.get("Message") or given.get("Message") or kind))
    status = int(response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0))
    problem: LikewiseError
    if kind.lower() in _THROTTLED or turk.lower() in _THROTTLED or status == 429:
        problem = Busy("Mechanical Turk asks for fewer requests", maybe_done=False)
    elif status >= 500 or kind == "ServiceFault":
        problem = Busy(f"Mechanical Turk failed on its side: {text}", maybe_done=True)
    elif _UNKNOWN_CALLER.search(kind):
        problem = TurkRefusal("not-allowed", kind, "it does not accept the AWS credentials")
    elif "ParameterValidation" in kind + turk:
        problem = InputError(f"Mechanical Turk: {text}")
    elif turk.endswith("DoesNotExist"):
        problem = TurkRefusal("not-found", turk, text)
    elif turk == "InvalidAssignmentState":
        problem = TurkRefusal("already-decided", turk, text)
    else:
        problem = TurkRefusal("conflict", turk or kind, text)
    return problem


def _clean(text: str) -> str:
    """One line of bounded length in which nothing that looks like a credential is left."""
    return " ".join(_SECRET.sub("***", text).split())[:500]
