"""POST /v2/application-keys"""

import secrets
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from .auth import require_token
from .database import get_session
from .models import ApplicationKey, now
from .schemas import ApplicationKeyIn, ApplicationKeyOut, Envelope
from .settings import DEFAULT_RATE_LIMIT, KEY_QUOTA, fault, variant

router = APIRouter()


@router.post(
    "/v2/application-keys",
    status_code=None if fault("key-status-200") else 201,
    dependencies=[Depends(require_token)],
)
def create_key(
    body: Envelope[ApplicationKeyIn], request: Request, session: Annotated[Session, Depends(get_session)]
) -> dict:
    wanted = body.data
    if variant("key-quota") and session.scalar(select(func.count()).select_from(ApplicationKey)) >= KEY_QUOTA:
        raise HTTPException(403, f"This store may hold {KEY_QUOTA} application keys.")

    limit = wanted.reserved_rate_limit
    if limit is None and not variant("sparse"):
        limit = DEFAULT_RATE_LIMIT
    moment = now()
    key = ApplicationKey(
        name=wanted.name,
        client_id=secrets.token_urlsafe(24),
        client_secret=secrets.token_urlsafe(40),
        reserved_rate_limit=limit,
        created_at=moment,
        updated_at=moment,
        last_used_at=moment,
    )
    session.add(key)
    session.commit()
    return present(key, str(request.base_url))


def present(key: ApplicationKey, base_url: str) -> dict:
    out = ApplicationKeyOut(
        **({} if fault("key-id-shared") else {"id": key.id}),
        name=key.name,
        client_id=key.client_id,
        client_secret=key.client_secret,
        reserved_rate_limit=(
            str(key.reserved_rate_limit) if fault("key-rate-limit-string") else key.reserved_rate_limit
        ),
        meta={
            "timestamps": {
                "last_used_at": key.last_used_at.isoformat() + "Z",
                "created_at": key.created_at.isoformat() + "Z",
                "updated_at": key.updated_at.isoformat() + "Z",
            }
        },
    )
    identifier = key.client_id if fault("key-link-client-id") else out.id
    links = {"self": f"{base_url}v2/application-keys/{identifier}"}
    if variant("links-elsewhere"):
        return {"data": out.model_dump(mode="json", exclude_none=True), "links": links}
    out.links = links
    return {"data": out.model_dump(mode="json", exclude_none=True)}
