// Books by jsonapi-server in memory: node app.js PORT

const api = require('jsonapi-server');

const authors = ['ida', 'berg', 'ida berg'];
api.setConfig({ protocol: 'http', hostname: '127.0.0.1', port: Number(process.argv[2]), base: 'rest' });
api.define({
  namespace: 'json:api',
  resource: 'books',
  description: 'Books',
  handlers: new api.MemoryHandler(),
  searchParams: {},
  attributes: {
    title: api.Joi.string().max(60).required(),
    author: api.Joi.string().max(40).required(),
    year: api.Joi.number().integer().required(),
  },
  examples: Array.from({ length: 63 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    type: 'books',
    title: `${'ABCdef'[index % 6]}book ${(index * 7) % 13}`,
    author: authors[index % 3],
    year: 1990 + (index % 5),
  })),
});
api.start();
