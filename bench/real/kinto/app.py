"""Records of Kinto in memory: python app.py PORT"""

import json
import sys

import kinto
import waitress
from webob import Request

application = kinto.main(
    {},
    **{
        'kinto.storage_backend': 'kinto.core.storage.memory',
        'kinto.cache_backend': 'kinto.core.cache.memory',
        'kinto.permission_backend': 'kinto.core.permission.memory',
        'kinto.bucket_create_principals': 'system.Everyone',
        'multiauth.policies': 'basicauth',
    }
)


def put(path, body):
    request = Request.blank('/v1' + path, method='PUT', content_type='application/json')
    request.body = json.dumps(body).encode()
    response = request.get_response(application)
    assert response.status_code < 300, response.body


put('/buckets/shop', {'permissions': {'write': ['system.Everyone']}})
put('/buckets/shop/collections/books', {})
for index in range(63):
    book = {
        'title': '{}book {}'.format('ABCdef'[index % 6], index * 7 % 13),
        'author': ['ida', 'berg', 'ida berg'][index % 3],
        'year': 1990 + index % 5,
    }
    # Some books have no note.
    if index % 3:
        book['note'] = 'note {}'.format(index % 10)
    put('/buckets/shop/collections/books/records/book{}'.format(index), {'data': book})
waitress.serve(application, host='127.0.0.1', port=int(sys.argv[1]), _quiet=True)
