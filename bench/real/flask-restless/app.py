import sys

from flask import Flask
from flask_restless import APIManager
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy.pool import StaticPool

app = Flask(__name__)
app.config.update(
    SQLALCHEMY_DATABASE_URI='sqlite://',
    SQLALCHEMY_TRACK_MODIFICATIONS=False,
    SQLALCHEMY_ENGINE_OPTIONS={'connect_args': {'check_same_thread': False}, 'poolclass': StaticPool},
)
database = SQLAlchemy(app)


class Book(database.Model):
    id = database.Column(database.Integer, primary_key=True)
    title = database.Column(database.Unicode)
    year = database.Column(database.Integer)


database.create_all()
database.session.add_all([Book(title=f'Book {i * 5 % 7}', year=1990 + i * 3 % 5) for i in range(1, 48)])
database.session.commit()
APIManager(app, flask_sqlalchemy_db=database).create_api(Book, methods=['GET', 'POST', 'PATCH', 'DELETE'])
app.run(port=int(sys.argv[1]))
