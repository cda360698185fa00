"""Books by SAFRS: python app.py PORT"""

import sys

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from safrs import SAFRSAPI, SAFRSBase

app = Flask(__name__)
app.config.update(SQLALCHEMY_DATABASE_URI='sqlite:///books.sqlite', SQLALCHEMY_TRACK_MODIFICATIONS=False, MAX_PAGE_LIMIT=20)
database = SQLAlchemy(app)


class Book(SAFRSBase, database.Model):
    __tablename__ = 'books'
    id = database.Column(database.Integer, primary_key=True)
    title = database.Column(database.String(60))
    author = database.Column(database.String(40))
    year = database.Column(database.Integer)


with app.app_context():
    database.drop_all()
    database.create_all()
    SAFRSAPI(app, host='127.0.0.1', port=int(sys.argv[1]), prefix='').expose_object(Book)
    for index in range(63):
        book = {
            'title': '{}book {}'.format('ABCdef'[index % 6], index * 7 % 13),
            'author': ['ida', 'berg', 'ida berg'][index % 3],
            'year': 1990 + index % 5,
        }
        Book(**book)
app.run(host='127.0.0.1', port=int(sys.argv[1]))
