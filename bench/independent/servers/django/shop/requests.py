"""What the bodies of requests must hold (sections 4.1 and 4.2)."""

from django.conf import settings
from rest_framework import serializers

from .errors import Conflict
from .fields import CURRENCIES, IdentifierField, MailAddressField, TextField, WholeNumberField
from .models import Account, Offering, Plan, Subscription
from .switches import fault_is, variant_is

GATEWAYS = ("payments_gateway_a", "payments_gateway_b")


class ApplicationKeyFields(serializers.Serializer):
    type = TextField()
    name = TextField()
    reserved_rate_limit = WholeNumberField(
        required=False, min_value=0, max_value=2**31 - 1, default=settings.DEFAULT_RESERVED_RATE_LIMIT
    )

    def validate_type(self, value):
        if value != "application_key" and not fault_is("key-type-unchecked"):
            raise serializers.ValidationError("The type must be application_key.")
        return value


class ApplicationKeyRequest(serializers.Serializer):
    data = ApplicationKeyFields()


class PaymentAuthorityFields(serializers.Serializer):
    type = TextField()
    customer_id = TextField(max_length=1024)
    card_id = TextField(max_length=1023 if fault_is("card-bound-exclusive") else 1024)
    name = TextField(min_length=3, max_length=1024)
    email = MailAddressField(min_length=3, max_length=1024, required=not fault_is("payment-email-optional"))

    def validate_type(self, value):
        if fault_is("gateway-by-prefix"):
            known = value.startswith("payments_gateway_")
        else:
            known = value in GATEWAYS
        if not known:
            raise serializers.ValidationError("The type must be one of " + ", ".join(GATEWAYS) + ".")
        return value

    def validate(self, members):
        if variant_is("one-known-card") and members != settings.KNOWN_PAYMENT:
            raise serializers.ValidationError("The gateway does not know this card.")
        return members


class CurrencyField(TextField):
    default_error_messages = {"currency": "The currency must be an ISO 4217 code in uppercase."}

    def to_internal_value(self, data):
        code = super().to_internal_value(data)
        if fault_is("currency-folded"):
            code = code.upper()
        if code not in CURRENCIES:
            self.fail("currency")
        return code


class SubscriptionFields(serializers.Serializer):
    external_ref = TextField(
        required=False, allow_blank=True, max_length=None if fault_is("external-reference-unbounded") else 2048
    )
    account_id = serializers.PrimaryKeyRelatedField(
        source="account", queryset=Account.objects.all(), pk_field=IdentifierField()
    )
    offering_id = serializers.PrimaryKeyRelatedField(
        source="offering", queryset=Offering.objects.all(), pk_field=IdentifierField()
    )
    plan_id = serializers.PrimaryKeyRelatedField(
        source="plan", queryset=Plan.objects.all(), pk_field=IdentifierField()
    )
    currency = CurrencyField()
    payment_authority = PaymentAuthorityFields(required=False)

    def validate(self, members):
        if members["plan"].offering_id != members["offering"].id:
            raise serializers.ValidationError({"plan_id": "The plan does not belong to the offering."})
        if variant_is("one-subscription-per-plan"):
            if Subscription.objects.filter(account=members["account"], plan=members["plan"]).exists():
                raise Conflict("The account has subscribed to this plan already.")
        return members


class SubscriptionRequest(serializers.Serializer):
    data = SubscriptionFields()
