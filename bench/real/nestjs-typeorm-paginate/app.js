// Books by nestjs-typeorm-paginate in a database in memory: node app.js PORT

require('reflect-metadata');
const express = require('express');
const { paginate } = require('nestjs-typeorm-paginate');
const { EntitySchema, createConnection } = require('typeorm');

const Book = new EntitySchema({
  name: 'Book',
  columns: { id: { type: Number, primary: true, generated: true }, title: { type: String }, year: { type: Number } },
});

async function start() {
  const connection = await createConnection({ type: 'sqljs', entities: [Book], synchronize: true });
  const books = connection.getRepository('Book');
  await books.save(Array.from({ length: 60 }, (_, index) => ({ title: `Book ${(index * 7) % 13}`, year: 1990 + (index % 5) })));
  const app = express();
  app.get('/books', ({ query: { page = 1, limit = 10 } }, response) => {
    const options = { page: Number(page), limit: Number(limit), route: '/books' };
    const isNumber = (value) => Number.isInteger(value) && value >= 1 && value <= 1_000_000;
    if (!isNumber(options.page) || !isNumber(options.limit) || options.limit > 100) return response.sendStatus(400);
    return paginate(books, options, { order: { id: 'ASC' } }).then((found) => response.json(found));
  });
  app.listen(Number(process.argv[2]), '127.0.0.1');
}
start();
