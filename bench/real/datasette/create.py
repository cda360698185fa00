"""Creates books.db, which Datasette serves."""

import pathlib
import sqlite3

pathlib.Path('books.db').unlink() if pathlib.Path('books.db').exists() else None
connection = sqlite3.connect('books.db')
connection.execute('create table author (id integer primary key, name text)')
connection.executemany('insert into author (name) values (?)', [('ida',), ('berg',), ('ida berg',)])
connection.execute('create table book (title text, author integer references author (id), year integer, note text)')
connection.executemany(
    'insert into book values (?, ?, ?, ?)',
    [
        ('{}book {}'.format('ABCdef'[i % 6], i * 7 % 13), i % 3 + 1, 1990 + i % 5, None if i % 3 else 'note {}'.format(i % 10))
        for i in range(63)
    ],
)
connection.commit()
