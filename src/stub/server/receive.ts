import type { IncomingMessage } from 'node:http';
import type { Call, Header } from '../../http/exchange.ts';
import { bodyLimit } from './answer.ts';

/** Receives a call exactly as it was sent. An incomplete one is dropped. */
export function receive(request: IncomingMessage, onCall: (call: Call) => void): void {
  const { method = '', url: target = '', rawHeaders } = request;
  const headers = pairs(rawHeaders);
  if (!hasBody(request)) onCall({ method, target, headers, body: nothing });
  else receiveBody(request, (body) => onCall({ method, target, headers, body }));
}

const nothing = new Uint8Array();

/** Whether a body is announced, which has to be waited for. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** A body that is too long is not kept, but read to the end, so that the client reads the reply. */
function receiveBody(request: IncomingMessage, onBody: (body: Uint8Array) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const finish = (): void => {
    if (!isDone) onBody(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    isDone = true;
  };
  request.on('data', (chunk: Buffer) => {
    if (length <= bodyLimit) chunks.push(chunk);
    length += chunk.byteLength;
    if (length > bodyLimit) finish();
  });
  request.on('end', finish);
  request.on('error', () => {
    isDone = true;
  });
}

function pairs(raw: readonly string[]): Header[] {
  const headers: Header[] = [];
  for (let index = 0; index < raw.length; index += 2) headers.push([raw[index] ?? '', raw[index + 1] ?? '']);
  return headers;
}
