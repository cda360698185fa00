"""Creates a new database, fills it with the shop data and serves it until SIGTERM."""

import os
import signal
import sys

os.environ["DJANGO_SETTINGS_MODULE"] = "shop.settings"

import django
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.db import connection
from waitress import create_server


def create_database():
    path = settings.DATABASES["default"]["NAME"]
    for ending in ("", "-journal", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    call_command("migrate", run_syncdb=True, verbosity=0)

    from shop.shop_data import fill_shop
    fill_shop()
    connection.close()


def main():
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    django.setup()
    create_database()
    server = create_server(get_wsgi_application(), host="127.0.0.1", port=settings.PORT, threads=8)
    print("listening", flush=True)
    server.run()


if __name__ == "__main__":
    main()
