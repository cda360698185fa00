import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { OpenAPIBackend } from 'openapi-backend';

// As its own documentation shows it: routing, validation, and mocked answers from the contract.
const [port, file] = process.argv.slice(2);
const api = new OpenAPIBackend({
  definition: JSON.parse(readFileSync(file, 'utf8')),
  quick: true,
  ajvOpts: { strict: false },
  customizeAjv: (ajv) => ajv,
});
api.register({
  notFound: (_context, _request, response) => response.writeHead(404).end(),
  validationFail: (context, _request, response) =>
    response.writeHead(400).end(JSON.stringify(context.validation.errors)),
  notImplemented: (context, _request, response) => {
    const { status, mock } = context.api.mockResponseForOperation(context.operation.operationId);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(mock));
  },
});
await api.init();

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const call = {
      method: request.method,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: Buffer.concat(chunks).toString() || undefined,
    };
    api.handleRequest(call, request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
}).listen(Number(port), '127.0.0.1');
