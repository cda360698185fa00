// Books by nestjs-paginate in a database in memory: node app.js PORT

require('reflect-metadata');
const { Controller, Get, Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { Paginate, paginate } = require('nestjs-paginate');
const { DataSource, EntitySchema } = require('typeorm');

const Book = new EntitySchema({
  name: 'Book',
  columns: {
    id: { type: Number, primary: true, generated: true },
    title: { type: String },
    author: { type: String },
    year: { type: Number },
    code: { type: String },
  },
});
const operators = ['$eq', '$in', '$gt', '$gte', '$lt', '$lte', '$ilike', '$sw', '$null', '$not', '$btw'];
const settings = {
  sortableColumns: ['id', 'title', 'year'],
  defaultSortBy: [['id', 'ASC']],
  filterableColumns: { title: operators, author: operators, year: operators, code: operators },
  defaultLimit: 10,
  // Without a greatest size.
  maxLimit: -1,
};

class Books {
  list(query) {
    return paginate(query, Books.repository, settings);
  }
}
Controller('books')(Books);
Paginate()(Books.prototype, 'list', 0);
Get()(Books.prototype, 'list', Object.getOwnPropertyDescriptor(Books.prototype, 'list'));

class Application {}
Module({ controllers: [Books] })(Application);

async function start() {
  const source = await new DataSource({ type: 'sqljs', entities: [Book], synchronize: true }).initialize();
  Books.repository = source.getRepository('Book');
  const authors = ['ida', 'berg', 'ida berg'];
  await Books.repository.save(
    Array.from({ length: 63 }, (_, index) => ({
      title: `${'ABCdef'[index % 6]}book ${(index * 7) % 13}`,
      author: authors[index % 3],
      year: 1990 + (index % 5),
      code: `0${index % 7}`,
    })),
  );
  const application = await NestFactory.create(Application, { logger: false });
  await application.listen(Number(process.argv[2]), '127.0.0.1');
}
start();
