from django.db import transaction
from django.http import Http404
from rest_framework import status
from rest_framework.response import Response
from rest_framework.views import APIView

from .answers import IDENTIFIER
from .authorization import BearerAuthentication, IsOperator
from .models import ApplicationKey, Node, Subscription
from .node_products import (
    NodePaginator, component_products, filter_placements, live_placements, order_placements, with_components,
)
from .requests import ApplicationKeyRequest, SubscriptionRequest
from .resources import ApplicationKeyResource, NodeProductResource, ProductResource, SubscriptionResource
from .switches import fault_is, variant_is


def read_body(serializer_class, request):
    serializer = serializer_class(data=request.data)
    serializer.is_valid(raise_exception=True)
    return serializer.validated_data["data"]


class OpenOperation(APIView):
    """An operation for which the document states no authentication."""

    authentication_classes = [BearerAuthentication] if variant_is("bearer-everywhere") else []
    permission_classes = [IsOperator] if variant_is("bearer-everywhere") else []


class ApplicationKeys(APIView):
    authentication_classes = [BearerAuthentication]
    permission_classes = [IsOperator]

    def post(self, request):
        members = read_body(ApplicationKeyRequest, request)
        key = ApplicationKey.objects.create(
            name=members["name"], reserved_rate_limit=members["reserved_rate_limit"]
        )
        resource = ApplicationKeyResource(key).data
        links = {"self": request.build_absolute_uri(f"/v2/application-keys/{key.id}")}
        if variant_is("marks-elsewhere"):
            body = {"data": resource, "links": links}
        else:
            body = {"data": {**resource, "links": links}}
        return Response(body, status=status.HTTP_201_CREATED)


class Subscriptions(OpenOperation):
    @transaction.atomic
    def post(self, request):
        members = read_body(SubscriptionRequest, request)
        subscription = Subscription.objects.create(**members)
        success = status.HTTP_200_OK if variant_is("lean-answers") else status.HTTP_201_CREATED
        return Response({"data": SubscriptionResource(subscription).data}, status=success)


class NodeProducts(OpenOperation):
    shared_paginator = NodePaginator()

    def find_node(self, hierarchy_id, node_id):
        node = None
        if IDENTIFIER.fullmatch(hierarchy_id) and IDENTIFIER.fullmatch(node_id):
            node = Node.objects.filter(
                id=node_id, hierarchy_id=hierarchy_id, hierarchy__published=True
            ).first()
        if node is None:
            raise Http404("The catalog has no such node in this hierarchy.")
        return node

    def get(self, request, hierarchy_id, node_id):
        node = self.find_node(hierarchy_id, node_id)
        expression = request.query_params.get("filter", "")
        placements = live_placements(node, request)
        if expression:
            placements = filter_placements(placements, node, expression)
        placements = with_components(order_placements(placements, filtered=bool(expression)))

        paginator = self.shared_paginator if fault_is("paginator-shared") else NodePaginator()
        page = paginator.open_page(placements, node, request)
        in_result = placements if variant_is("included-of-whole-result") else page
        included = component_products([placement.product_id for placement in in_result])
        component_resources = ProductResource(included, many=True).data
        if fault_is("included-null") and not component_resources:
            component_resources = None
        return Response({
            "data": NodeProductResource(page, many=True, context={"links": paginator.links()}).data,
            "included": {"component_products": component_resources},
            "meta": {"results": {"total": paginator.count}},
        })
