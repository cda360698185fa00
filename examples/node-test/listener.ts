// Holds a listener, such as an Express app, against the contract in Node's own test runner: one test a rule.
// Run it with `node --test listener.ts`.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { rules } from 'assay/register';
import { startStub } from 'assay/testing';

const stub = await startStub({ listen: false });

// Your app goes here: what `express()` returns, or any other listener. The stub is in.
async function app(request: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/', rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));
  const sent = await buffer(request);
  const response = await stub.fetch(`http://${request.headers.host}${url}`, {
    method,
    headers: headers as [string, string][],
    ...(sent.length > 0 ? { body: sent } : {}),
  });
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}

const server = createServer(app).listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => server.close());

const target = () => ({
  baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  token: 'any-token-will-do',
  known: stub.known,
  collections: [
    {
      at: {
        hierarchyID: 'e214368a-b4c3-4797-bbe9-01fb056371c1',
        nodeID: '606699e3-d3d0-4977-9433-444b2d312311',
      },
    },
  ],
});

for (const { name, fn } of await rules(target)) test(name, fn);
