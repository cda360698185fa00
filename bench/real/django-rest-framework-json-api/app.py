import sys

import django
from django.conf import settings

settings.configure(
    ROOT_URLCONF=__name__,
    ALLOWED_HOSTS=['*'],
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}},
    INSTALLED_APPS=['django.contrib.contenttypes', 'django.contrib.auth', 'rest_framework'],
    SECRET_KEY='books',
    REST_FRAMEWORK={
        'PAGE_SIZE': 10,
        'DEFAULT_PAGINATION_CLASS': 'rest_framework_json_api.pagination.JsonApiLimitOffsetPagination',
        'DEFAULT_PARSER_CLASSES': ('rest_framework_json_api.parsers.JSONParser',),
        'DEFAULT_RENDERER_CLASSES': ('rest_framework_json_api.renderers.JSONRenderer',),
        'DEFAULT_METADATA_CLASS': 'rest_framework_json_api.metadata.JSONAPIMetadata',
        'DEFAULT_AUTHENTICATION_CLASSES': (),
        'DEFAULT_PERMISSION_CLASSES': (),
    },
)
django.setup()

from wsgiref.simple_server import WSGIRequestHandler, make_server

from django.urls import include, path
from django.core.wsgi import get_wsgi_application
from django.db import connection, models
from rest_framework import routers
from rest_framework_json_api import serializers, views


class Book(models.Model):
    title = models.CharField(max_length=60)
    year = models.IntegerField()

    class Meta:
        app_label = 'contenttypes'
        db_table = 'book'


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ('id', 'title', 'year')


class Books(views.ModelViewSet):
    queryset = Book.objects.order_by('id')
    serializer_class = BookSerializer
    resource_name = 'books'


router = routers.DefaultRouter(trailing_slash=False)
router.register('books', Books)
urlpatterns = [path('', include(router.urls))]


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


with connection.schema_editor() as editor:
    editor.create_model(Book)
for index in range(1, 48):
    Book.objects.create(title='Book {}'.format(index % 7), year=1990 + index % 5)
make_server('127.0.0.1', int(sys.argv[1]), get_wsgi_application(), handler_class=Quiet).serve_forever()
