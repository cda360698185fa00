"""How errors are answered."""

from django.http import JsonResponse
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.views import exception_handler

from .switches import variant_is


class Conflict(APIException):
    status_code = 409
    default_detail = "The resource exists already."


def list_problems(detail, place=""):
    """Flattens the nested error details of the framework to pairs of a place and a message."""
    if isinstance(detail, dict):
        for member, part in detail.items():
            yield from list_problems(part, f"{place}/{member}")
    elif isinstance(detail, list):
        for part in detail:
            yield from list_problems(part, place)
    else:
        yield place, str(detail)


def error_body(status, problems):
    return {
        "errors": [
            {"status": str(status), "detail": message, **({"source": {"pointer": place}} if place else {})}
            for place, message in problems
        ]
    }


def answer_error(exception, context):
    response = exception_handler(exception, context)
    if response is None:
        return None
    problems = list(list_problems(getattr(exception, "detail", response.data.get("detail"))))
    if variant_is("problem-details"):
        if isinstance(exception, ValidationError):
            response.status_code = 422
        detail = "; ".join(message for _, message in problems)
        response.data = {"type": "about:blank", "status": response.status_code, "detail": detail}
        response.content_type = "application/problem+json"
        return response
    response.data = error_body(response.status_code, problems)
    return response


def answer_unknown_address(request, exception):
    return JsonResponse(error_body(404, [("", "There is nothing at this address.")]), status=404)
