"""Tables."""

from datetime import datetime, timezone
from uuid import UUID, uuid4

from sqlalchemy import JSON, ForeignKey, String, Uuid
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


def now() -> datetime:
    return datetime.now(timezone.utc).replace(tzinfo=None)


class Base(DeclarativeBase):
    pass


class Timestamped:
    created_at: Mapped[datetime] = mapped_column(default=now)
    updated_at: Mapped[datetime] = mapped_column(default=now, onupdate=now)


class ApplicationKey(Timestamped, Base):
    __tablename__ = "application_keys"
    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid4)
    name: Mapped[str]
    client_id: Mapped[str] = mapped_column(unique=True)
    client_secret: Mapped[str]
    reserved_rate_limit: Mapped[int | None]
    last_used_at: Mapped[datetime] = mapped_column(default=now)


class Account(Base):
    __tablename__ = "accounts"
    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    name: Mapped[str]


class Offering(Timestamped, Base):
    __tablename__ = "offerings"
    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    name: Mapped[str] = mapped_column(String(1024))
    description: Mapped[str | None] = mapped_column(String(1024))
    external_ref: Mapped[str | None] = mapped_column(String(2048))
    external_product_refs: Mapped[list] = mapped_column(JSON, default=list)
    owner: Mapped[str] = mapped_column(default="store")
    plans: Mapped[list["Plan"]] = relationship(back_populates="offering", order_by="Plan.name")


class Plan(Base):
    __tablename__ = "plans"
    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    name: Mapped[str]
    offering_id: Mapped[UUID] = mapped_column(ForeignKey("offerings.id"))
    offering: Mapped[Offering] = relationship(back_populates="plans")


class Subscription(Timestamped, Base):
    __tablename__ = "subscriptions"
    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True, default=uuid4)
    account_id: Mapped[UUID] = mapped_column(ForeignKey("accounts.id"))
    offering_id: Mapped[UUID] = mapped_column(ForeignKey("offerings.id"))
    plan_id: Mapped[UUID] = mapped_column(ForeignKey("plans.id"))
    currency: Mapped[str]
    external_ref: Mapped[str | None]
    payment: Mapped[dict | None] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(default="active")


class Hierarchy(Base):
    __tablename__ = "hierarchies"
    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    name: Mapped[str]


class Node(Base):
    __tablename__ = "nodes"
    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    hierarchy_id: Mapped[UUID] = mapped_column(ForeignKey("hierarchies.id"))
    name: Mapped[str]


class Product(Timestamped, Base):
    __tablename__ = "products"
    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    name: Mapped[str] = mapped_column(index=True)
    slug: Mapped[str] = mapped_column(unique=True)
    sku: Mapped[str] = mapped_column(unique=True)
    status: Mapped[str] = mapped_column(default="live")
    kind: Mapped[str] = mapped_column(default="standard")
    # the rest of the attributes, as the catalogue publishes them
    extra: Mapped[dict] = mapped_column(JSON, default=dict)
    relationships: Mapped[dict] = mapped_column(JSON, default=dict)


class NodeProduct(Base):
    __tablename__ = "node_products"
    node_id: Mapped[UUID] = mapped_column(ForeignKey("nodes.id"), primary_key=True)
    product_id: Mapped[UUID] = mapped_column(ForeignKey("products.id"), primary_key=True)
    curated_rank: Mapped[int | None]
