import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The least a server can do: the same bytes for every GET; for every POST, JSON read and an answer made. */
const [port, pageFile = '', createdFile = ''] = process.argv.slice(2);
const page = readFileSync(pageFile);
const created = JSON.parse(readFileSync(createdFile, 'utf8'));

createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': page.byteLength });
    response.end(page);
    return;
  }
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    const { attributes } = created.data;
    const text = JSON.stringify({ data: { ...created.data, attributes: { ...attributes, ...data } } });
    response.writeHead(201, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
    });
    response.end(text);
  });
}).listen(Number(port), '127.0.0.1');
