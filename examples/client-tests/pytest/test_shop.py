"""Tests of a small client. Run them with: assay client -- pytest"""

import json
import os
from urllib.parse import urlencode
from urllib.request import Request, urlopen

BASE = os.environ["ASSAY_STUB_URL"]
NODE = "/pcm/hierarchies/74d5cd0e-2e0b-4558-a666-a53c2ee1f644/nodes/80a3cac3-3187-470d-a7ef-f41fafe86951/products"


def page(**query):
    url = f"{BASE}{NODE}?{urlencode(query)}"
    with urlopen(Request(url, headers={"Authorization": "Bearer any"})) as response:
        return json.load(response)


def all_products():
    products, total = [], 1
    while len(products) < total:
        read = page(**{"page[offset]": len(products), "page[limit]": 50})
        products += read["data"]
        total = read["meta"]["results"]["total"]
    return products


def test_reads_all_pages():
    products = all_products()
    assert len(products) > 100
    ids = [product["id"] for product in products if "id" in product]
    assert len(ids) == len(set(ids))
