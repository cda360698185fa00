"""Bearer tokens."""

import secrets
from typing import Annotated

from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from .settings import TOKEN, fault, variant

bearer = HTTPBearer(auto_error=False)


def require_token(
    request: Request, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]
) -> None:
    token = credentials.credentials if credentials else None
    if fault("key-auth-any-scheme"):
        token = request.headers.get("authorization", "").rpartition(" ")[2]
    if token is None and fault("key-auth-missing"):
        return
    if token is None or not secrets.compare_digest(token.encode(), TOKEN.encode()):
        raise HTTPException(401, "A valid bearer token is required.", {"WWW-Authenticate": "Bearer"})


# Subscriptions and published products are open, unless the shop locks them down.
guarded = [Depends(require_token)] if variant("locked-down") else []
