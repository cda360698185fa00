import os
from pathlib import Path

from .switches import variant_is

FOLDER = Path(__file__).resolve().parent.parent
PORT = int(os.environ.get("PORT", "8080"))

SECRET_KEY = "used for nothing that leaves this machine"
DEBUG = False
ALLOWED_HOSTS = ["*"]
ROOT_URLCONF = "shop.addresses"
INSTALLED_APPS = ["rest_framework", "shop"]
MIDDLEWARE = ["django.middleware.common.CommonMiddleware"]
APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": FOLDER / "database" / f"shop-{PORT}.sqlite3",
        "OPTIONS": {"timeout": 20, "transaction_mode": "IMMEDIATE"},
    }
}

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["shop.answers.ShopRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_THROTTLE_CLASSES": ["shop.answers.RequestThrottle"] if variant_is("throttled") else [],
    "EXCEPTION_HANDLER": "shop.errors.answer_error",
    "UNAUTHENTICATED_USER": None,
}

ACCESS_TOKENS = {"8b1f0c52e7d94a6fb3c08d11-shop-operator"}
DEFAULT_RESERVED_RATE_LIMIT = 10
KNOWN_PAYMENT = {
    "type": "payments_gateway_b",
    "customer_id": "customer-20417",
    "card_id": "card-77310",
    "name": "Ines Carvalho",
    "email": "ines.carvalho@example.com",
}
