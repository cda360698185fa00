"""Reads nodes and creates a key and a subscription with the Python client of OpenAPI Generator."""

import sys

from openapi_client import (
    ApiClient,
    ApplicationKeyRequest,
    ApplicationKeyRequestData,
    ApplicationKeysApi,
    Configuration,
    ListedProduct,
    NodeProductsApi,
    SubscriptionRequest,
    SubscriptionRequestData,
    SubscriptionsApi,
)

base_url, account, offering, plan, *places = sys.argv[1:]
client = ApiClient(Configuration(host=base_url, access_token="any"))
products = NodeProductsApi(client)


def show(product: ListedProduct) -> None:
    print(product.id)
    for name, relationship in sorted((product.relationships or {}).items()):
        data = relationship.data.actual_instance
        several = isinstance(data, list)
        print(f"  {name}: {'[' + ' '.join(str(each.id) for each in data) + ']' if several else data.id}")


for hierarchy, node in zip(places[::2], places[1::2]):
    offset, total = 0, 1
    while offset < total:
        page = products.list_node_products(hierarchy, node, page_offset=offset, page_limit=5)
        for product in page.data:
            show(product)
        offset, total = offset + len(page.data), page.meta.results.total
    page = products.list_node_products(hierarchy, node, filter=f"in(id,{page.data[-1].id})")
    print(f"found {page.data[0].id}")

key = ApplicationKeyRequest(data=ApplicationKeyRequestData(type="application_key", name="Größe, “42”"))
print(f"key {ApplicationKeysApi(client).create_application_key(key).data.name}")

data = SubscriptionRequestData(account_id=account, offering_id=offering, plan_id=plan, currency="USD")
subscription = SubscriptionsApi(client).create_subscription(SubscriptionRequest(data=data))
print(f"subscription {subscription.data.attributes.plan_id}")
