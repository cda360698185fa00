"""Engine on a temporary SQLite file; filled at start, removed at exit."""

import atexit
import shutil
import tempfile

from sqlalchemy import create_engine
from sqlalchemy.orm import Session, sessionmaker

from .models import Base

_directory = tempfile.mkdtemp(prefix="shop-")
atexit.register(shutil.rmtree, _directory, ignore_errors=True)

engine = create_engine(f"sqlite:///{_directory}/shop.db")
SessionLocal = sessionmaker(engine, expire_on_commit=False)


def create_schema() -> None:
    Base.metadata.create_all(engine)


def get_session():
    with SessionLocal() as session:
        yield session


__all__ = ["SessionLocal", "Session", "create_schema", "get_session"]
