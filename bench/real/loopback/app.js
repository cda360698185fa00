// Books by LoopBack in memory: node app.js PORT

const loopback = require('loopback');

const app = loopback();
app.dataSource('memory', { connector: 'memory' });
const Book = app.registry.createModel('Book', { title: String, author: String, year: Number, note: String }, { plural: 'books' });
app.model(Book, { dataSource: 'memory' });
app.use(loopback.rest());

const authors = ['ida', 'berg', 'ida berg'];
const books = Array.from({ length: 63 }, (_, index) => ({
  title: `${'ABCdef'[index % 6]}book ${(index * 7) % 13}`,
  author: authors[index % 3],
  year: 1990 + (index % 5),
  ...(index % 3 ? { note: `note ${index % 10}` } : {}),
}));
Book.create(books, () => app.listen(Number(process.argv[2]), '127.0.0.1'));
