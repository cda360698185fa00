"""POST /subscriptions/subscriptions"""

from datetime import datetime, timedelta
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException
from sqlalchemy.orm import Session

from .auth import guarded
from .database import get_session
from .models import Account, Plan, Subscription
from .schemas import Envelope, PaymentAuthorityIn, SubscriptionIn
from .settings import fault, variant

router = APIRouter(dependencies=guarded)

CARDS_ON_FILE = {("payments_gateway_a", "cus_harbour_01", "card_4242")}
BASE_ATTRIBUTES: dict = {}


def stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds") + "Z"


def authorize_payment(payment: PaymentAuthorityIn | None) -> None:
    if payment is None or not variant("locked-down"):
        return
    if (payment.type, payment.customer_id, payment.card_id) not in CARDS_ON_FILE:
        raise HTTPException(402, "The payment gateway does not know this card.")


@router.post("/subscriptions/subscriptions", status_code=200 if variant("sub-200") else 201)
def create_subscription(
    body: Envelope[SubscriptionIn],
    session: Annotated[Session, Depends(get_session)],
    filter: str | None = None,  # accepted, no effect when creating
) -> dict:
    wanted = body.data
    if session.get(Account, wanted.account_id) is None:
        raise HTTPException(409, "There is no such account.")
    plan = session.get(Plan, wanted.plan_id)
    if plan is None or plan.offering_id != wanted.offering_id:
        raise HTTPException(409, "The offering has no such plan.")
    authorize_payment(wanted.payment_authority)

    subscription = Subscription(
        account_id=wanted.account_id,
        offering_id=wanted.offering_id,
        plan_id=wanted.plan_id,
        currency=wanted.currency,
        external_ref=wanted.external_ref,
        payment=wanted.payment_authority.model_dump() if wanted.payment_authority else None,
    )
    session.add(subscription)
    session.commit()
    return {"data": present(subscription, plan)}


def present_offering(plan: Plan) -> dict:
    offering = plan.offering
    optional = {"external_ref": offering.external_ref, "description": offering.description}
    if variant("sparse"):
        optional = {}
    times = {"updated_at": stamp(offering.updated_at), "created_at": stamp(offering.created_at)}
    document = {
        "id": str(offering.id),
        "type": "subscription_offering",
        "attributes": {"name": offering.name, **{k: v for k, v in optional.items() if v is not None}, **times},
        "meta": {"external_product_refs": offering.external_product_refs, "owner": offering.owner,
                 "timestamps": times},
    }
    if not variant("sparse"):
        document["relationships"] = {
            "plans": {"data": [{"id": str(p.id), "type": "subscription_plan"} for p in offering.plans]}
        }
    return document


def present(subscription: Subscription, plan: Plan) -> dict:
    attributes = BASE_ATTRIBUTES if fault("sub-ref-leaks") else dict(BASE_ATTRIBUTES)
    if subscription.external_ref is not None:
        attributes["external_ref"] = subscription.external_ref
    attributes["account_id"] = str(subscription.account_id)
    attributes["offering"] = present_offering(plan)
    attributes["plan_id"] = str(subscription.offering_id if fault("sub-plan-echo") else subscription.plan_id)
    attributes["currency"] = subscription.currency
    attributes["meta"] = {
        "owner": "store",
        "timestamps": {
            "updated_at": None if fault("sub-updated-null") else stamp(subscription.updated_at),
            "created_at": stamp(subscription.created_at),
        },
        "status": subscription.status,
    }
    if variant("sub-200"):
        attributes["meta"]["state"] = {
            "type": "subscription_state",
            "attributes": {"action": "resume"},
            "meta": {"created_at": stamp(subscription.created_at), "canceled": False, "paused": False,
                     "closed": False, "invoice_after": stamp(subscription.created_at + timedelta(days=30))},
        }
    identity = {} if variant("sparse") else {"id": str(subscription.id)}
    return {**identity, "type": "subscription", "attributes": attributes}
