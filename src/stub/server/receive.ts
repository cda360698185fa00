import type { IncomingMessage } from 'node:http';
import { createCollector } from '../../http/collector.ts';
import type { Call, Header } from '../../http/exchange.ts';
import type { Turn } from '../../http/waiting.ts';
import { bodyLimit } from './answer.ts';

/** Receives a call exactly as it was sent. An incomplete one is dropped. */
export function receive(request: IncomingMessage, turn: Turn, onCall: (call: Call) => void): void {
  const { method = '', url: target = '', rawHeaders } = request;
  const headers = pairs(rawHeaders);
  if (!hasBody(request)) onCall({ method, target, headers, body: nothing });
  else receiveBody(request, turn, (body) => onCall({ method, target, headers, body }));
}

const nothing = new Uint8Array();

/** Whether a body is announced, which has to be waited for. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

/** A body that is too long is not kept, but read to the end, so that the client reads the reply. */
function receiveBody(request: IncomingMessage, { hold }: Turn, onBody: (body: Uint8Array) => void): void {
  const collector = createCollector(bodyLimit + 1);
  let isDone = false;
  const finish = (): void => {
    if (!isDone) onBody(collector.body());
    isDone = true;
  };
  request.on('data', (chunk: Buffer) => {
    if (isDone) return;
    const before = collector.held();
    // A byte beyond the limit tells that it is too long.
    collector.add(chunk.subarray(0, bodyLimit + 1 - collector.length()));
    hold(collector.held() - before);
    if (collector.length() > bodyLimit) finish();
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
