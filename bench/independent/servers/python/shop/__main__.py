"""Starts the server: python -m shop"""

import asyncio
import signal
import sys

import uvicorn
from fastapi import FastAPI

from . import catalog, errors, keys, seed, settings, subscriptions
from .database import SessionLocal, create_schema


def build() -> FastAPI:
    app = FastAPI(title="Shop", docs_url=None, redoc_url=None, openapi_url=None)
    errors.install(app)
    for module in (keys, subscriptions, catalog):
        app.include_router(module.router)
    return app


class Server(uvicorn.Server):
    async def startup(self, sockets=None) -> None:
        await super().startup(sockets)
        if self.started:
            print("listening", flush=True)


def main() -> None:
    create_schema()
    with SessionLocal() as session:
        seed.fill(session)
    config = uvicorn.Config(build(), host="127.0.0.1", port=settings.PORT, log_level="warning", access_log=False,
                            lifespan="off")
    # uvicorn hands SIGTERM back once it has shut down: leave normally, so that the database file goes too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server = Server(config)
    asyncio.run(server.serve())


if __name__ == "__main__":
    main()
