"""Fields that take a JSON value of exactly the documented type, where the framework would convert."""

import re

from rest_framework import serializers

from .answers import IDENTIFIER, write_timestamp
from .switches import variant_is

# ISO 4217
CURRENCIES = frozenset("""
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
    CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD
    GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT
    LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
    NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF
    XPF YER ZAR ZMW ZWG
""".split())

ADDRESS = re.compile(r"[^\s@]+@[^\s@]+")


class TextField(serializers.CharField):
    def __init__(self, **options):
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data):
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class WholeNumberField(serializers.IntegerField):
    def to_internal_value(self, data):
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


class IdentifierField(serializers.UUIDField):
    def to_internal_value(self, data):
        if not isinstance(data, str) or not IDENTIFIER.fullmatch(data):
            self.fail("invalid", value=data)
        return super().to_internal_value(data)


class MailAddressField(TextField):
    """Takes addresses up to the documented bound, which is wider than the framework's own check."""

    default_error_messages = {"format": "Enter a valid e-mail address."}

    def to_internal_value(self, data):
        address = super().to_internal_value(data)
        if not ADDRESS.fullmatch(address):
            self.fail("format")
        return address


class TimestampField(serializers.ReadOnlyField):
    def to_representation(self, value):
        return write_timestamp(value)


class ConstantField(serializers.ReadOnlyField):
    def __init__(self, constant):
        self.constant = constant
        super().__init__(source="*")

    def to_representation(self, value):
        return self.constant


class FilledSerializer(serializers.Serializer):
    """Leaves out the optional members that have no value; `lean_without` names those a lean answer drops."""

    lean_without = ()

    def to_representation(self, instance):
        members = super().to_representation(instance)
        dropped = self.lean_without if variant_is("lean-answers") else ()
        return {
            name: value for name, value in members.items()
            if value is not None and value != "" and name not in dropped
        }
