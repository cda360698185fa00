"""Process configuration, read once from the environment."""

import os

PORT = int(os.environ.get("PORT", "8000"))
TOKEN = os.environ.get("SHOP_TOKEN", "ops-7c1f4e0b9d2a4f6e8a35")

DEFAULT_PAGE_SIZE = 25
MAX_PAGE_SIZE = 100
MAX_OFFSET = 10_000
DEFAULT_RATE_LIMIT = 10
KEY_QUOTA = 40  # only enforced in the key-quota variant

_FAULT = os.environ.get("FAULT") or None
_VARIANT = os.environ.get("VARIANT") or None


def fault(name: str) -> bool:
    return _FAULT == name


def variant(name: str) -> bool:
    return _VARIANT == name
