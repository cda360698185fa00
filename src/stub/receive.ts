import type { IncomingMessage } from 'node:http';
import type { Call, Header } from '../wire/exchange.ts';
import { bodyLimit } from './answer.ts';

/** Receives a call as it stands on the wire. One that breaks off is dropped. */
export function receive(request: IncomingMessage, onCall: (call: Call) => void): void {
  const { method = '', url: target = '', rawHeaders } = request;
  const headers = pairs(rawHeaders);
  if (!hasBody(request)) onCall({ method, target, headers, body: nothing });
  else receiveBody(request, (body) => onCall({ method, target, headers, body }));
}

const nothing = new Uint8Array();

/** Whether a body is announced; one that is not need not be waited for. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** Of a body above the limit only enough is kept to tell; the rest is read all the same, so that the reply is heard. */
function receiveBody(request: IncomingMessage, onBody: (body: Uint8Array) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let isTold = false;
  const tell = (): void => {
    if (!isTold) onBody(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    isTold = true;
  };
  request.on('data', (chunk: Buffer) => {
    if (length <= bodyLimit) chunks.push(chunk);
    length += chunk.byteLength;
    if (length > bodyLimit) tell();
  });
  request.once('end', tell);
  request.once('error', () => {
    isTold = true;
  });
}

function pairs(raw: readonly string[]): Header[] {
  const headers: Header[] = [];
  for (let index = 0; index < raw.length; index += 2) headers.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return headers;
}
