"""Errors as application/problem+json."""

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from .settings import variant


def problem(status: int, detail: str, violations: list | None = None, headers: dict | None = None) -> JSONResponse:
    title = HTTPStatus(status).phrase
    if variant("errors-400"):
        listed = violations or [{"field": None, "message": detail}]
        body = {"errors": [{"status": str(status), "title": title, "detail": v["message"], "source": v["field"]}
                           for v in listed]}
        return JSONResponse(body, status, headers)
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail}
    if violations:
        body["violations"] = violations
    return JSONResponse(body, status, headers, media_type="application/problem+json")


def install(app: FastAPI) -> None:
    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError):
        violations = [{"field": ".".join(str(part) for part in item["loc"]), "message": item["msg"]}
                      for item in error.errors()]
        return problem(400 if variant("errors-400") else 422, "The request is not valid.", violations)

    @app.exception_handler(HTTPException)
    async def rejected(_: Request, error: HTTPException):
        return problem(error.status_code, str(error.detail), headers=error.headers)
