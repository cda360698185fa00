"""Reads nodes and creates a key and a subscription with the client of openapi-python-client."""

import sys
from uuid import UUID

from python_client import AuthenticatedClient
from python_client.api.application_keys import create_application_key
from python_client.api.node_products import list_node_products
from python_client.api.subscriptions import create_subscription
from python_client.models import (
    ApplicationKeyRequest,
    ApplicationKeyRequestData,
    ListedProduct,
    RelatedResource,
    SubscriptionRequest,
    SubscriptionRequestData,
)

base_url, account, offering, plan, *places = sys.argv[1:]
client = AuthenticatedClient(base_url=base_url, token="any", raise_on_unexpected_status=True)


def show(product: ListedProduct) -> None:
    print(product.id)
    if product.relationships:
        for name, relationship in sorted(product.relationships.additional_properties.items()):
            data = relationship.data
            one = isinstance(data, RelatedResource)
            print(f"  {name}: {data.id if one else '[' + ' '.join(str(each.id) for each in data) + ']'}")


for hierarchy, node in zip(places[::2], places[1::2]):
    offset, total = 0, 1
    while offset < total:
        page = list_node_products.sync(
            UUID(hierarchy), UUID(node), client=client, pageoffset=offset, pagelimit=5
        )
        for product in page.data:
            show(product)
        offset, total = offset + len(page.data), page.meta.results.total
    page = list_node_products.sync(
        UUID(hierarchy), UUID(node), client=client, filter_=f"in(id,{page.data[-1].id})"
    )
    print(f"found {page.data[0].id}")

key = ApplicationKeyRequest(ApplicationKeyRequestData(type_="application_key", name="Größe, “42”"))
print(f"key {create_application_key.sync(client=client, body=key).data.name}")

data = SubscriptionRequestData(UUID(account), UUID(offering), UUID(plan), currency="USD")
subscription = create_subscription.sync(client=client, body=SubscriptionRequest(data))
print(f"subscription {subscription.data.attributes.plan_id}")
