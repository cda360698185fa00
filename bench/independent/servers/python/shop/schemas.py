"""Request and response bodies."""

import html
import re
from typing import Annotated, Any, Generic, Literal, TypeVar
from uuid import UUID, uuid4

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StrictInt, StringConstraints, field_validator

from .settings import fault, variant

T = TypeVar("T")

ISO_4217 = frozenset(
    """AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
    IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
    MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
    SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED
    VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL""".split()
)


def iso_currency(value: str) -> str:
    if fault("sub-currency-prefix"):
        match = re.match(r"[A-Z]{3}", value)
        known = match is not None and match.group() in ISO_4217
    else:
        known = value in ISO_4217
    if not known:
        raise ValueError("must be a three-letter uppercase ISO 4217 code")
    return value


def email_address(value: str) -> str:
    if not re.fullmatch(r"[^@\s]+@[^@\s]+", value):
        raise ValueError("must be an e-mail address")
    return value


Currency = Annotated[str, Field(max_length=1024), AfterValidator(iso_currency)]
ExternalRef = Annotated[str, Field(max_length=None if fault("sub-external-ref-unbounded") else 2048)]
Reference = Annotated[str, Field(max_length=1024)]
KeyName = Annotated[str, StringConstraints(strip_whitespace=variant("trimmed-names"), min_length=1, max_length=255)]
PersonName = Annotated[str, Field(min_length=None if fault("sub-payment-name-short") else 3, max_length=1024)]
Email = Annotated[str, Field(min_length=3, max_length=1024), AfterValidator(email_address)]
Gateway = (
    Literal["payments_gateway_a"]
    if fault("sub-gateway-b-rejected")
    else Literal["payments_gateway_a", "payments_gateway_b"]
)


class Input(BaseModel):
    model_config = ConfigDict(extra="forbid" if variant("strict-input") else "ignore")


class Envelope(Input, Generic[T]):
    data: T


class ApplicationKeyIn(Input):
    type: str if fault("key-type-unchecked") else Literal["application_key"]
    name: KeyName = "Untitled key" if fault("key-name-optional") else ...
    reserved_rate_limit: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None = None

    if fault("key-name-escaped"):

        @field_validator("name")
        @classmethod
        def no_markup(cls, value: str) -> str:
            return html.escape(value)


class PaymentAuthorityIn(Input):
    type: Gateway
    customer_id: Reference
    card_id: Reference | None if fault("sub-card-optional") else Reference = (
        None if fault("sub-card-optional") else ...
    )
    name: PersonName
    email: Email


class SubscriptionIn(Input):
    external_ref: ExternalRef | None = None
    account_id: UUID
    offering_id: UUID
    plan_id: UUID
    currency: Currency
    payment_authority: PaymentAuthorityIn | None = None
    # The schema lists `meta`; the service writes its own and ignores what a client sends.
    meta: Any = None


class ApplicationKeyOut(BaseModel):
    id: UUID = uuid4() if fault("key-id-shared") else ...
    type: Literal["application_key"] = "application_key"
    name: str
    client_id: str
    client_secret: str
    reserved_rate_limit: (str if fault("key-rate-limit-string") else int) | None
    meta: dict
    links: dict | None = None
