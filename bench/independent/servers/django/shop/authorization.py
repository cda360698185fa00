from django.conf import settings
from django.core.cache import cache
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.permissions import BasePermission

from .switches import fault_is


def read_authorization(request):
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower(), token.strip()


def is_operator(request):
    scheme, token = read_authorization(request)
    return scheme == "bearer" and token in settings.ACCESS_TOKENS


class BearerAuthentication(BaseAuthentication):
    """Accepts `Authorization: Bearer <token>` with a token that the shop has issued."""

    def authenticate(self, request):
        if fault_is("authorization-remembered"):
            address = "authorized-" + request.META["REMOTE_ADDR"]
            if is_operator(request):
                cache.set(address, True, 300)
            if cache.get(address):
                return "operator", None
        scheme, token = read_authorization(request)
        if scheme != "bearer" and not fault_is("scheme-unchecked"):
            return None
        if fault_is("any-bearer-token") and token:
            return "operator", token
        if token not in settings.ACCESS_TOKENS:
            raise AuthenticationFailed("The access token is not valid.")
        return "operator", token

    def authenticate_header(self, request):
        return "Bearer"


class IsOperator(BasePermission):
    def has_permission(self, request, view):
        return request.user is not None
