"""The only module that reads FAULT and VARIANT from the process environment."""

import os

FAULT = os.environ.get("FAULT", "")
VARIANT = os.environ.get("VARIANT", "")


def fault_is(name):
    return FAULT == name


def variant_is(name):
    return VARIANT == name
