import type { IncomingMessage } from 'node:http';
import type { Call, Header } from '../wire/exchange.ts';
import { bodyLimit } from './answer.ts';

/** Receives a call; `target` is the raw one, whatever the server has made of it. */
export async function receive(request: IncomingMessage, target: string): Promise<Call> {
  const headers = pairs(request.rawHeaders);
  const body = await receiveBody(request);
  return { method: request.method ?? '', target, headers, body };
}

/** Of a body above the limit only enough is kept to tell; the rest is read all the same, so that the reply is heard. */
function receiveBody(request: IncomingMessage): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      if (length <= bodyLimit) chunks.push(chunk);
      length += chunk.byteLength;
      if (length > bodyLimit) resolve(Buffer.concat(chunks));
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
  });
}

const pairs = (raw: readonly string[]): Header[] =>
  Array.from({ length: raw.length / 2 }, (_, index) => [raw[2 * index] ?? '', raw[2 * index + 1] ?? '']);
