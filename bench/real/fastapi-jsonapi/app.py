"""Books by FastAPI-JSONAPI: uvicorn app:app"""

from contextlib import asynccontextmanager
from typing import ClassVar

import fastapi_jsonapi
from fastapi import Depends, FastAPI
from fastapi_jsonapi.misc.sqla.generics import base
from fastapi_jsonapi.schema_base import BaseModel
from fastapi_jsonapi.views import Operation, OperationConfig
from pydantic import ConfigDict, Field
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.pool import StaticPool


class Base(DeclarativeBase):
    pass


class Book(Base):
    __tablename__ = 'books'
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    author: Mapped[str]
    year: Mapped[int]


class BookSchema(BaseModel):
    model_config = ConfigDict(from_attributes=True)
    title: str = Field(max_length=60)
    author: str = Field(max_length=40)
    year: int


engine = create_async_engine('sqlite+aiosqlite://', poolclass=StaticPool)
sessions = async_sessionmaker(engine, expire_on_commit=False)


async def session():
    async with sessions() as opened:
        yield opened


class SessionDependency(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    session: AsyncSession = Depends(session)


def data_layer_arguments(_, dependency):
    return {'session': dependency.session}


class BookView(base.ViewBaseGeneric):
    operation_dependencies: ClassVar = {
        Operation.ALL: OperationConfig(
            dependencies=SessionDependency, prepare_data_layer_kwargs=data_layer_arguments
        )
    }


@asynccontextmanager
async def lifespan(app: FastAPI):
    builder = fastapi_jsonapi.ApplicationBuilder(app)
    builder.add_resource(
        path='/books', tags=['Book'], view=BookView, schema=BookSchema, model=Book, resource_type='book'
    )
    builder.initialize()
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with sessions() as opened:
        authors = ['ida', 'berg', 'ida berg']
        opened.add_all(
            Book(title=f'{"ABCdef"[i % 6]}book {i * 7 % 13}', author=authors[i % 3], year=1990 + i % 5)
            for i in range(63)
        )
        await opened.commit()
    yield


app = FastAPI(lifespan=lifespan)
