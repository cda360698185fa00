// Books by @nestjsx/crud in a database in memory: node app.js PORT

require('reflect-metadata');
const { Controller, Injectable, Module } = require('@nestjs/common');
const { NestFactory } = require('@nestjs/core');
const { Crud } = require('@nestjsx/crud');
const { TypeOrmCrudService } = require('@nestjsx/crud-typeorm');
const { createConnection, Column, Entity, PrimaryGeneratedColumn } = require('typeorm');

class Book {}
PrimaryGeneratedColumn()(Book.prototype, 'id');
Column({ type: String })(Book.prototype, 'title');
Column({ type: String })(Book.prototype, 'author');
Column({ type: Number })(Book.prototype, 'year');
Entity()(Book);

class Books {
  constructor() {
    this.service = new TypeOrmCrudService(Books.repository);
  }
}
Crud({
  model: { type: Book },
  query: { limit: 10, maxLimit: 50 },
  routes: { only: ['getManyBase', 'getOneBase'] },
})(Books);
Controller('books')(Books);

class Application {}
Module({ controllers: [Books] })(Application);

async function start() {
  const connection = await createConnection({ type: 'sqljs', entities: [Book], synchronize: true });
  Books.repository = connection.getRepository(Book);
  const authors = ['ida', 'berg', 'ida berg'];
  for (let index = 0; index < 63; index += 1)
    await Books.repository.save(
      Object.assign(new Book(), { title: `${'ABCdef'[index % 6]}book ${(index * 7) % 13}`, author: authors[index % 3], year: 1990 + (index % 5) }),
    );
  const application = await NestFactory.create(Application, { logger: false });
  await application.listen(Number(process.argv[2]), '127.0.0.1');
}
start();
