"""GET /pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products"""

import copy
import re
from typing import Annotated
from urllib.parse import quote, urlencode
from uuid import UUID

from fastapi import APIRouter, Depends, HTTPException, Query, Request
from sqlalchemy import ColumnElement, String, cast, func, select
from sqlalchemy.orm import Session

from .auth import guarded
from .database import get_session
from .models import Node, NodeProduct, Product
from .settings import DEFAULT_PAGE_SIZE, MAX_OFFSET, MAX_PAGE_SIZE, fault, variant

router = APIRouter(dependencies=guarded)

FILTER = re.compile(r"(?P<operator>eq|in)\((?P<attribute>[a-z_]+),(?P<value>.*)\)", re.DOTALL)
NAME = re.compile(r"[\w\s.,'&()/]*")


def parse_filter(expression: str) -> ColumnElement[bool]:
    match = FILTER.fullmatch(expression)
    if match is None:
        raise HTTPException(400, "The filter cannot be read; use eq(name,...), eq(slug,...) or in(id,...).")
    operator, attribute, value = match.group("operator", "attribute", "value")
    if operator == "eq" and attribute in ("name", "slug"):
        column = getattr(Product, attribute)
        if variant("trimmed-names"):
            value = value.strip()
        if fault("node-filter-hyphen") and attribute == "name":
            value = NAME.match(value).group()
        return column.ilike(value) if fault("node-filter-ilike") else column == value
    if operator == "in" and attribute == "id":
        values = value.split(",")
        if fault("node-filter-in-first"):
            values = values[:1]
        try:
            return Product.id.in_([UUID(one.strip()) for one in values])
        except ValueError:
            raise HTTPException(400, "in(id,...) takes UUIDs.") from None
    raise HTTPException(400, f"{operator} is not supported on {attribute}.")


def page_links(request: Request, expression: str | None, offset: int, limit: int, total: int) -> dict:
    address = request.url.path if variant("links-elsewhere") else str(request.url.replace(query=""))

    def page(at: int) -> str:
        query = {"page[offset]": at, "page[limit]": limit}
        if expression:
            query["filter"] = expression
        return f"{address}?{urlencode(query, quote_via=quote)}"

    several = total > limit
    first_page = offset == 0 and not fault("node-prev-not-null")
    return {
        "current": page(offset),
        "first": page(0),
        "last": page((total - 1) // limit * limit) if several else None,
        "prev": None if first_page else page(max(0, offset - limit)),
        "next": page(offset + limit) if several and offset + limit < total else None,
    }


def present(product: Product, curated: bool = False) -> dict:
    extra = copy.deepcopy(product.extra)
    if fault("node-custom-required-int"):
        for entry in extra.get("custom_inputs", {}).values():
            for rule in entry["validation_rules"]:
                rule["options"]["required"] = int(rule["options"]["required"])
    attributes = {"name": product.name, "slug": product.slug, "sku": product.sku, "status": product.status,
                  "product_types": [product.kind], "variation_matrix": {}, **extra}
    if curated:
        attributes["curated_product"] = True
    document = {"id": str(product.id), "type": "product", "attributes": attributes}
    if variant("sparse"):
        kept = ("name", "slug", "sku", "status", "product_types", "components", "curated_product")
        document["attributes"] = {key: attributes[key] for key in kept if key in attributes}
        return document
    document["meta"] = {"created_at": product.created_at.isoformat() + "Z",
                        "updated_at": product.updated_at.isoformat() + "Z", "owner": "store"}
    document["relationships"] = product.relationships
    return document


def component_products(session: Session, page: list[Product]) -> list[dict]:
    wanted: set[UUID] = set()
    for product in page:
        components = product.extra.get("components")
        if not components:
            continue
        found = {UUID(option["id"]) for part in components.values() for option in part["options"]}
        wanted = found if fault("node-included-last-bundle") else wanted | found
    query = select(Product).where(Product.id.in_(wanted), Product.status == "live").order_by(Product.name, Product.id)
    return [present(product) for product in session.scalars(query)]


@router.get("/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products")
def node_products(
    hierarchyID: UUID,
    nodeID: UUID,
    request: Request,
    session: Annotated[Session, Depends(get_session)],
    filter: str | None = None,
    offset: Annotated[
        int, Query(alias="page[offset]", ge=0, le=2**62 if fault("node-offset-unbounded") else MAX_OFFSET)
    ] = 0,
    limit: Annotated[
        int, Query(alias="page[limit]", ge=1, le=MAX_PAGE_SIZE if variant("strict-input") else 10_000)
    ] = 10 if variant("page-size-10") else DEFAULT_PAGE_SIZE,
) -> dict:
    node = session.get(Node, nodeID)
    if node is None or node.hierarchy_id != hierarchyID:
        raise HTTPException(404, "There is no such node in this hierarchy.")
    if not fault("node-limit-uncapped"):
        limit = min(limit, MAX_PAGE_SIZE)

    conditions = [NodeProduct.node_id == nodeID, Product.status == "live"]
    if filter:
        matching = parse_filter(filter)
        conditions = [conditions[0], matching] if fault("node-filter-live-lost") else [*conditions, matching]

    rank = NodeProduct.curated_rank
    order = [rank.is_(None), cast(rank, String) if fault("node-curated-text-order") else rank]
    order += [Product.name, Product.id] if variant("order-by-name") else [Product.created_at, Product.id]

    attached = select(Product, rank).join(NodeProduct, NodeProduct.product_id == Product.id)
    counted = conditions
    if fault("node-total-drafts"):
        counted = [condition for condition in conditions if condition is not conditions[1]]
    total = session.scalar(select(func.count()).select_from(attached.where(*counted).subquery()))
    skip = max(offset - 1, 0) if fault("node-offset-minus-one") else offset
    rows = session.execute(attached.where(*conditions).order_by(*order).offset(skip).limit(limit)).all()

    curated = {product.id for product, place in rows if place is not None}
    if fault("node-curated-flag-lost"):
        listed = select(NodeProduct.product_id).where(NodeProduct.node_id == nodeID, rank.is_not(None))
        curated = set(session.scalars(listed.order_by(rank).limit(MAX_PAGE_SIZE)))

    links = page_links(request, filter, offset, limit, total)
    products = [product for product, _ in rows]
    return {
        "data": [{**present(product, product.id in curated), "links": links} for product in products],
        "included": {"component_products": component_products(session, products)},
        "meta": {"results": {"total": total}},
    }
