"""Books by Django REST framework and django-filter, paged by offset or by page number: python app.py PORT"""

import pathlib
import sys

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="bench",
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=["django.contrib.contenttypes", "django.contrib.auth", "rest_framework", "django_filters"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "books.sqlite"}},
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from django.urls import include, path
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import filters, pagination, routers, serializers, viewsets


class Book(models.Model):
    title = models.CharField(max_length=60)
    author = models.CharField(max_length=40)
    year = models.IntegerField()

    class Meta:
        app_label = "contenttypes"
        db_table = "book"


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ["id", "title", "author", "year"]


class ByOffset(pagination.LimitOffsetPagination):
    default_limit = 10
    max_limit = 50


class ByCursor(pagination.CursorPagination):
    page_size = 10
    page_size_query_param = "page_size"
    max_page_size = 50
    # Many books have the same year.
    ordering = "year"


class ByNumber(pagination.PageNumberPagination):
    page_size = 10
    page_size_query_param = "page_size"
    max_page_size = 50


def books(pages):
    class Books(viewsets.ModelViewSet):
        queryset = Book.objects.order_by("id")
        serializer_class = BookSerializer
        pagination_class = pages
        # The order of cursors is fixed.
        filter_backends = [DjangoFilterBackend] + ([] if pages is ByCursor else [filters.OrderingFilter])
        ordering_fields = ["title", "year"]
        filterset_fields = {
            "author": ["exact"],
            "title": ["exact", "icontains", "startswith"],
            "year": ["exact", "gt", "lte"],
        }

    return Books


router = routers.DefaultRouter()
router.register("offset", books(ByOffset), basename="offset")
router.register("number", books(ByNumber), basename="number")
router.register("cursor", books(ByCursor), basename="cursor")
urlpatterns = [path("", include(router.urls))]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


pathlib.Path("books.sqlite").unlink(missing_ok=True)
with connection.schema_editor() as editor:
    editor.create_model(Book)
for index in range(1, 64):
    Book.objects.create(
        title=f"{'ABCdef'[index % 6]}book {index * 7 % 13}",
        author=["ann", "Bob", "carl"][index % 3],
        year=2000 if index < 40 else 1950 + index % 30,
    )
make_server("127.0.0.1", int(sys.argv[1]), get_wsgi_application(), handler_class=Quiet).serve_forever()
