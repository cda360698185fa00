"""Which products of a node are listed, in which order, and on which page (section 4.3)."""

import re

from django.core.cache import cache
from django.db.models import CharField, Count, F, Prefetch
from django.db.models.functions import Cast
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import LimitOffsetPagination
from rest_framework.utils.urls import replace_query_param

from .answers import IDENTIFIER
from .authorization import is_operator
from .models import BundleComponent, ComponentOption, Product
from .switches import fault_is, variant_is

FILTER_EXPRESSION = re.compile(r"(?P<operator>\w+)\((?P<attribute>\w+),(?P<value>.*)\)", re.DOTALL)
HIGHEST_OFFSET = 10000
HIGHEST_LIMIT = 10000
LARGEST_PAGE = 100


def refuse(parameter, message):
    raise ValidationError({parameter: [message]})


def live_placements(node, request):
    placements = node.placements.all()
    if fault_is("draft-preview") and is_operator(request):
        return placements
    return placements.filter(product__status="live")


def filter_placements(placements, node, expression):
    match = FILTER_EXPRESSION.fullmatch(expression.strip())
    if match is None:
        refuse("filter", "The filter must have the form operator(attribute,value).")
    operator, attribute, value = match.group("operator", "attribute", "value")
    if operator == "eq" and attribute == "name":
        if fault_is("name-as-ascii"):
            value = value.encode("ascii", "ignore").decode()
        return placements.filter(product__name=value)
    if operator == "eq" and attribute == "slug":
        if fault_is("slug-by-prefix"):
            return placements.filter(product__slug__startswith=value)
        return placements.filter(product__slug=value)
    if operator == "in" and attribute == "id":
        identifiers = [part.strip() for part in value.split(",")]
        if not all(IDENTIFIER.fullmatch(identifier) for identifier in identifiers):
            refuse("filter", "The values for id must be UUIDs.")
        if fault_is("in-first-twenty"):
            identifiers = identifiers[:20]
        if fault_is("draft-by-identifier"):
            return node.placements.filter(product_id__in=identifiers)
        return placements.filter(product_id__in=identifiers)
    refuse("filter", f"{operator} is not supported for {attribute}.")


def order_placements(placements, filtered):
    if fault_is("filter-drops-curation") and filtered:
        return placements.order_by("product__name", "product_id")
    position = F("curated_position")
    if fault_is("curated-as-text"):
        position = Cast("curated_position", CharField())
    others = "product__name" if variant_is("other-database") else "product__created_at"
    return placements.order_by(position.asc(nulls_last=True), others, "product_id")


def live_component_options():
    return ComponentOption.objects.filter(product__status="live").order_by("sort_order", "id")


def bundle_components():
    options = Prefetch("options", live_component_options(), to_attr="live_options")
    return BundleComponent.objects.order_by("sort_order", "id").prefetch_related(options)


def with_components(placements):
    return placements.select_related("product").prefetch_related(
        Prefetch("product__components", bundle_components())
    )


def component_products(product_identifiers):
    options = live_component_options().filter(component__bundle_id__in=product_identifiers)
    if fault_is("included-defaults-only"):
        options = options.filter(default=True)
    return Product.objects.filter(id__in=options.values("product_id")).order_by("created_at", "id").prefetch_related(
        Prefetch("components", bundle_components())
    )


class NodePaginator(LimitOffsetPagination):
    limit_query_param = "page[limit]"
    offset_query_param = "page[offset]"
    default_limit = 10 if variant_is("small-pages") else 25

    def open_page(self, placements, node, request):
        self.request = request
        self.limit = self.get_limit(request)
        self.offset = self.get_offset(request)
        self.count = self.count_placements(placements, node)
        return list(placements[self.offset:self.offset + self.limit])

    def count_placements(self, placements, node):
        if fault_is("total-by-node"):
            return cache.get_or_set(f"total-{node.id}", placements.count, 60)
        if fault_is("total-of-joined-rows"):
            counts = placements.order_by().aggregate(
                total=Count("product"), components=Count("product__components__options")
            )
            return counts["total"]
        return placements.count()

    def read_number(self, request, parameter, lowest, highest, default):
        text = request.query_params.get(parameter, "")
        if text == "":
            return default
        if not re.fullmatch(r"-?[0-9]{1,18}", text, re.ASCII):
            refuse(parameter, "A whole number is expected.")
        if not lowest <= int(text) <= highest:
            refuse(parameter, f"The number must be from {lowest} to {highest}.")
        return int(text)

    def get_limit(self, request):
        highest = LARGEST_PAGE if variant_is("small-pages") else HIGHEST_LIMIT
        limit = self.read_number(request, self.limit_query_param, 1, highest, self.default_limit)
        if fault_is("page-size-uncapped"):
            return limit
        return min(limit, LARGEST_PAGE)

    def get_offset(self, request):
        try:
            offset = self.read_number(request, self.offset_query_param, 0, HIGHEST_OFFSET, 0)
        except ValidationError:
            if fault_is("offset-error-swallowed"):
                return 0
            raise
        if fault_is("offset-to-page-start"):
            return offset - offset % self.limit
        return offset

    def link_to(self, offset):
        address = self.request.build_absolute_uri()
        if variant_is("relative-links"):
            address = self.request.get_full_path()
        address = replace_query_param(address, self.limit_query_param, self.limit)
        return replace_query_param(address, self.offset_query_param, offset)

    def links(self):
        single_page = self.count <= self.limit
        last = max(self.count - 1, 0) // self.limit * self.limit
        previous = max(self.offset - self.limit, 0)
        links = {
            "current": self.link_to(self.offset),
            "first": self.link_to(0),
            "last": None if single_page and not fault_is("last-of-single-page") else self.link_to(last),
            "prev": None if self.offset == 0 and not fault_is("prev-of-first-page") else self.link_to(previous),
            "next": self.link_to(self.offset + self.limit) if self.offset + self.limit < self.count else None,
        }
        if variant_is("relative-links"):
            links["self"] = links["current"]
        return links
