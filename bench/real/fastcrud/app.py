"""Books by FastCRUD in SQLite: uvicorn app:app"""

from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastcrud import crud_router
from pydantic import BaseModel
from sqlalchemy import Column, Integer, String
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Book(Base):
    __tablename__ = 'book'
    id = Column(Integer, primary_key=True)
    title = Column(String)
    author = Column(String)
    year = Column(Integer)


class BookFields(BaseModel):
    title: str
    author: str
    year: int


engine = create_async_engine('sqlite+aiosqlite:///books.db')
sessions = async_sessionmaker(engine, class_=AsyncSession, expire_on_commit=False)


async def session():
    async with sessions() as each:
        yield each


@asynccontextmanager
async def lifespan(_):
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
    async with sessions() as each:
        for index in range(63):
            each.add(
                Book(title=f"{'ABCdef'[index % 6]}book {index * 7 % 13}", author=['ida', 'berg', 'ida berg'][index % 3], year=1990 + index % 5)
            )
        await each.commit()
    yield


app = FastAPI(lifespan=lifespan)
app.include_router(crud_router(session=session, model=Book, create_schema=BookFields, update_schema=BookFields, path='/books'))
