"""How answers are written (renderer, timestamps), and the throttle of requests."""

import re
from datetime import timedelta, timezone

from rest_framework.renderers import JSONRenderer
from rest_framework.throttling import SimpleRateThrottle

from .switches import variant_is

IDENTIFIER = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
FREE_TEXT_MEMBERS = {"external_ref", "name", "description"}


def uppercase_identifiers(value):
    if isinstance(value, dict):
        return {
            uppercase_identifiers(key): part if key in FREE_TEXT_MEMBERS else uppercase_identifiers(part)
            for key, part in value.items()
        }
    if isinstance(value, list):
        return [uppercase_identifiers(part) for part in value]
    if isinstance(value, str) and IDENTIFIER.fullmatch(value):
        return value.upper()
    return value


class ShopRenderer(JSONRenderer):
    def render(self, data, *arguments, **options):
        if variant_is("uppercase-identifiers"):
            data = uppercase_identifiers(data)
        return super().render(data, *arguments, **options)


def write_timestamp(moment):
    if variant_is("other-database"):
        return moment.astimezone(timezone(timedelta(hours=2))).isoformat(timespec="microseconds")
    return moment.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class RequestThrottle(SimpleRateThrottle):
    rate = "8/second"

    def get_cache_key(self, request, view):
        return "requests-from-" + self.get_ident(request)
