"""The resources as they stand in answers (section 2)."""

from rest_framework import serializers

from .fields import ConstantField, FilledSerializer, TimestampField
from .models import ApplicationKey, Product
from .switches import fault_is, variant_is


class TimestampsResource(serializers.Serializer):
    updated_at = TimestampField()
    created_at = TimestampField()


class KeyTimestampsResource(TimestampsResource):
    last_used_at = serializers.SerializerMethodField()

    def get_last_used_at(self, key):
        if fault_is("key-never-used"):
            return None
        return TimestampField().to_representation(key.last_used_at)


class KeyMetaResource(serializers.Serializer):
    timestamps = KeyTimestampsResource(source="*")


class ApplicationKeyResource(serializers.ModelSerializer):
    type = ConstantField("application_key")
    meta = KeyMetaResource(source="*")

    class Meta:
        model = ApplicationKey
        fields = ["id", "type", "name", "client_id", "client_secret", "reserved_rate_limit", "meta"]


class OfferingAttributesResource(FilledSerializer):
    lean_without = ("external_ref", "description")
    external_ref = serializers.CharField()
    name = serializers.CharField()
    description = serializers.CharField()
    updated_at = TimestampField()
    created_at = TimestampField()


class OfferingMetaResource(serializers.Serializer):
    external_product_refs = serializers.ListField()
    owner = serializers.CharField()
    timestamps = TimestampsResource(source="*")


class OfferingResource(FilledSerializer):
    lean_without = ("id",)
    id = serializers.UUIDField()
    type = ConstantField("subscription_offering")
    attributes = OfferingAttributesResource(source="*")
    meta = OfferingMetaResource(source="*")


class StateAttributesResource(serializers.Serializer):
    action = ConstantField("resume")


class StateMetaResource(serializers.Serializer):
    created_at = TimestampField()
    canceled = ConstantField(False)
    paused = ConstantField(False)
    closed = ConstantField(False)
    invoice_after = TimestampField()


class StateResource(serializers.Serializer):
    type = ConstantField("subscription_state")
    attributes = StateAttributesResource(source="*")
    meta = StateMetaResource(source="*")


class SubscriptionMetaResource(FilledSerializer):
    lean_without = ("state",)
    owner = serializers.CharField()
    timestamps = TimestampsResource(source="*")
    status = serializers.CharField()
    state = StateResource(source="*")


class SubscriptionAttributesResource(FilledSerializer):
    external_ref = serializers.CharField()
    account_id = serializers.UUIDField()
    offering = OfferingResource()
    plan_id = serializers.SerializerMethodField()
    currency = serializers.CharField()
    meta = SubscriptionMetaResource(source="*")

    def get_plan_id(self, subscription):
        if fault_is("first-plan-answered"):
            return str(subscription.offering.plans.order_by("name").first().id)
        return str(subscription.plan_id)


class SubscriptionResource(FilledSerializer):
    lean_without = ("id",)
    id = serializers.UUIDField()
    type = ConstantField("subscription")
    attributes = SubscriptionAttributesResource(source="*")


class ComponentOptionResource(serializers.Serializer):
    id = serializers.UUIDField(source="product_id")
    type = ConstantField("product")
    quantity = serializers.IntegerField()
    sort_order = serializers.IntegerField()
    default = serializers.BooleanField()


class BundleComponentResource(serializers.Serializer):
    name = serializers.CharField()
    options = ComponentOptionResource(source="live_options", many=True)
    min = serializers.IntegerField(source="minimum")
    max = serializers.IntegerField(source="maximum")
    sort_order = serializers.IntegerField()


class ProductAttributesResource(FilledSerializer, serializers.ModelSerializer):
    lean_without = (
        "description", "sku", "commodity_type", "upc_ean", "mpn", "external_ref", "locales", "tags",
        "custom_inputs", "build_rules", "variations", "variation_matrix",
    )
    tags = serializers.SerializerMethodField()
    components = serializers.SerializerMethodField()
    product_types = serializers.SerializerMethodField()

    class Meta:
        model = Product
        fields = [
            "name", "description", "slug", "sku", "status", "commodity_type", "upc_ean", "mpn", "external_ref",
            "locales", "tags", "custom_inputs", "build_rules", "components", "variations", "product_types",
            "variation_matrix",
        ]

    def get_tags(self, product):
        return ",".join(product.tags) if fault_is("tags-joined") else product.tags

    def get_components(self, product):
        if product.product_type != "bundle":
            return None
        return {component.key: BundleComponentResource(component).data for component in product.components.all()}

    def get_product_types(self, product):
        return [product.product_type]


class ProductMetaResource(serializers.Serializer):
    created_at = TimestampField()
    updated_at = TimestampField()
    owner = serializers.CharField()


class ProductResource(FilledSerializer):
    lean_without = ("relationships",)
    id = serializers.UUIDField()
    type = ConstantField("product")
    attributes = ProductAttributesResource(source="*")
    meta = ProductMetaResource(source="*")
    relationships = serializers.SerializerMethodField()

    def get_relationships(self, product):
        if product.parent_id is None:
            return {}
        return {"parent": {"data": {"id": str(product.parent_id), "type": "product"}}}


class NodeProductResource(serializers.BaseSerializer):
    """A product with the mark of its curation and the links of the page it stands on."""

    def to_representation(self, placement):
        resource = ProductResource(placement.product).data
        curated = placement.curated_position is not None
        if fault_is("first-curated-unmarked"):
            curated = bool(placement.curated_position)
        if variant_is("marks-elsewhere"):
            resource["curated_product"] = curated
        elif curated:
            resource["attributes"]["curated_product"] = True
        resource["links"] = self.context["links"]
        return resource
