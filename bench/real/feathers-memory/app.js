// Books by Feathers in memory: node app.js PORT

const express = require('@feathersjs/express');
const { feathers } = require('@feathersjs/feathers');
const { memory } = require('@feathersjs/memory');

const app = express(feathers());
app.use(express.json());
app.configure(express.rest());
app.use('books', memory({ paginate: { default: 10, max: 50 } }));
app.use(express.errorHandler({ html: false, logger: false }));

const authors = ['ida', 'berg', 'ida berg'];
for (let index = 0; index < 63; index += 1)
  app.service('books').create({
    title: `${'ABCdef'[index % 6]}book ${(index * 7) % 13}`,
    author: authors[index % 3],
    year: 1990 + (index % 5),
  });
app.listen(Number(process.argv[2]), '127.0.0.1');
