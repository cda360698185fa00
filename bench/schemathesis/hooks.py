"""What the operator of Schemathesis knows beyond the contract: ids, and what the document leaves open."""

import json
import os
import re

import schemathesis

NODES = json.loads(os.environ.get("BENCH_NODES", "[]"))
IDS = json.loads(os.environ.get("BENCH_IDS", "{}"))
UUID = re.compile(r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$", re.IGNORECASE)

KEY = {"type", "name", "reserved_rate_limit"}
SUBSCRIPTION = {*IDS, "external_ref", "currency", "payment_authority"}
PAYMENT = {"type", "customer_id", "card_id", "name", "email"}
QUERY = {"filter", "page[offset]", "page[limit]"}


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Well-formed ids become those of a node the server has."""
    values = [str((path_parameters or {}).get(name, "")) for name in ("hierarchyID", "nodeID")]
    if not NODES or not all(UUID.match(value) for value in values):
        return path_parameters
    node = NODES[sum(map(ord, "".join(values))) % len(NODES)]
    return {**path_parameters, "hierarchyID": node["hierarchy"], "nodeID": node["node"]}


@schemathesis.hook
def map_body(context, body):
    """Well-formed ids become those the server takes."""
    data = body.get("data") if isinstance(body, dict) else None
    if not isinstance(data, dict):
        return body
    known = {name: own for name, own in IDS.items() if UUID.match(str(data.get(name, "")))}
    return {**body, "data": {**data, **known}}


@schemathesis.hook
def filter_case(context, case):
    """Nothing is sent whose meaning the document leaves open."""
    return not (open_body(case.body) or open_query(case.query or {}))


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Which tokens are valid is the server's affair, and so is a limit above the greatest page size."""
    text = f"{failure.title} {failure.message}"
    if "invalid credentials" in text or "invalid authentication" in text.replace("accepts invalid", ""):
        return False
    limit = str((case.query or {}).get("page[limit]", ""))
    above = limit.isdecimal() and 100 < int(limit) <= 10000
    return not (above and "Schema-valid request rejected" in text)


def open_body(body):
    """Unknown members, empty text, text counted in several ways, odd rate limits, no payment authority as null."""
    if not isinstance(body, dict):
        return False
    data = body.get("data")
    if set(body) - {"data"} or not isinstance(data, dict):
        return bool(set(body) - {"data"})
    payment = data.get("payment_authority", {})
    inner = payment if isinstance(payment, dict) else {}
    if set(data) - KEY - SUBSCRIPTION or set(inner) - PAYMENT or payment is None:
        return True
    rate = data.get("reserved_rate_limit", 1)
    if type(rate) is int and not 0 < rate < 1000:
        return True
    texts = [value for value in [*data.values(), *inner.values()] if isinstance(value, str)]
    return any(text == "" or (len(text) > 200 and not text.isascii()) for text in texts)


def open_query(query):
    """Parameters that nobody named, given twice, or empty; limits below one and offsets below zero."""
    for name, value in query.items():
        if name not in QUERY or isinstance(value, (list, dict)) or value in ("", None):
            return True
        least = 1 if name == "page[limit]" else 0
        if name != "filter" and re.fullmatch(r"\s*-?\d+\s*", str(value)) and int(value) < least:
            return True
    return False
