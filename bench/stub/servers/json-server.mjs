import { readFileSync } from 'node:fs';
import jsonServer from 'json-server';

// In memory, without the request log: the fastest it can be had. Its routes are mapped onto the contract's paths.
const [port, file] = process.argv.slice(2);
const app = jsonServer.create();
app.use(jsonServer.defaults({ logger: false }));
app.use(
  jsonServer.rewriter({ '/pcm/*': '/listing', '/subscriptions/subscriptions': '/subscriptions' }),
);
app.use(jsonServer.router(JSON.parse(readFileSync(file, 'utf8'))));
app.listen(Number(port), '127.0.0.1');
