import secrets
import uuid

from django.db import models
from django.utils import timezone


class Resource(models.Model):
    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True


class Hierarchy(Resource):
    name = models.CharField(max_length=255)
    published = models.BooleanField(default=True)


class Node(Resource):
    hierarchy = models.ForeignKey(Hierarchy, models.CASCADE, related_name="nodes")
    name = models.CharField(max_length=255)


class Product(Resource):
    name = models.CharField(max_length=255)
    slug = models.CharField(max_length=255, unique=True)
    sku = models.CharField(max_length=255, unique=True)
    description = models.TextField(blank=True)
    status = models.CharField(max_length=5, default="live")
    commodity_type = models.CharField(max_length=8, default="physical")
    upc_ean = models.CharField(max_length=13, blank=True)
    mpn = models.CharField(max_length=64, blank=True)
    external_ref = models.CharField(max_length=2048, blank=True)
    product_type = models.CharField(max_length=8, default="standard")
    owner = models.CharField(max_length=12, default="store")
    locales = models.JSONField(default=dict)
    tags = models.JSONField(default=list)
    custom_inputs = models.JSONField(default=dict)
    build_rules = models.JSONField(null=True)
    variations = models.JSONField(default=list)
    variation_matrix = models.JSONField(default=dict)
    parent = models.ForeignKey("self", models.CASCADE, null=True, related_name="children")


class Placement(models.Model):
    """A product attached to a node; the position is set when the node's products were curated."""

    node = models.ForeignKey(Node, models.CASCADE, related_name="placements")
    product = models.ForeignKey(Product, models.CASCADE, related_name="placements")
    curated_position = models.PositiveIntegerField(null=True)

    class Meta:
        unique_together = [("node", "product")]


class BundleComponent(models.Model):
    bundle = models.ForeignKey(Product, models.CASCADE, related_name="components")
    key = models.CharField(max_length=64)
    name = models.CharField(max_length=255)
    minimum = models.PositiveIntegerField(default=1)
    maximum = models.PositiveIntegerField(default=1)
    sort_order = models.PositiveIntegerField(default=0)


class ComponentOption(models.Model):
    component = models.ForeignKey(BundleComponent, models.CASCADE, related_name="options")
    product = models.ForeignKey(Product, models.CASCADE, related_name="options")
    quantity = models.PositiveIntegerField(default=1)
    sort_order = models.PositiveIntegerField(default=0)
    default = models.BooleanField(default=False)


class ApplicationKey(Resource):
    name = models.TextField()
    client_id = models.CharField(max_length=64, unique=True, default=secrets.token_hex)
    client_secret = models.CharField(max_length=64, default=secrets.token_hex)
    reserved_rate_limit = models.BigIntegerField()
    last_used_at = models.DateTimeField(default=timezone.now)


class Account(Resource):
    name = models.CharField(max_length=255)


class Offering(Resource):
    name = models.CharField(max_length=1024)
    description = models.CharField(max_length=1024, blank=True)
    external_ref = models.CharField(max_length=2048, blank=True)
    external_product_refs = models.JSONField(default=list)
    owner = models.CharField(max_length=12, default="store")


class Plan(Resource):
    offering = models.ForeignKey(Offering, models.CASCADE, related_name="plans")
    name = models.CharField(max_length=255)


class Subscription(Resource):
    account = models.ForeignKey(Account, models.CASCADE, related_name="subscriptions")
    offering = models.ForeignKey(Offering, models.CASCADE, related_name="subscriptions")
    plan = models.ForeignKey(Plan, models.CASCADE, related_name="subscriptions")
    currency = models.CharField(max_length=3)
    external_ref = models.CharField(max_length=2048, null=True)
    payment_authority = models.JSONField(null=True)
    owner = models.CharField(max_length=12, default="store")
    status = models.CharField(max_length=8, default="active")
    invoice_after = models.DateTimeField(default=timezone.now)
