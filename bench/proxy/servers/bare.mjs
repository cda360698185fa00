import { Agent, createServer, request } from 'node:http';

/** The least a proxy can do: requests and replies passed on with kept connections. */
const [port, upstream] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });

createServer((incoming, response) => {
  const { method, url: path, headers } = incoming;
  const outgoing = request({ host: '127.0.0.1', port: upstream, method, path, headers, agent }, (reply) => {
    response.writeHead(reply.statusCode, reply.headers);
    reply.pipe(response);
  });
  incoming.pipe(outgoing);
}).listen(port, '127.0.0.1');
