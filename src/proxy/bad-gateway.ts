import type { ServerResponse } from 'node:http';
import { describeNetworkError } from '../http/network-error.ts';
import type { Upstream } from './upstream.ts';

/** One sentence that says why the upstream sent no response. */
export function whyNoReply({ address }: Upstream, error: NodeJS.ErrnoException): string {
  const { code = '', message } = error;
  if (code.startsWith('HPE_')) return `${address} sent something that is not HTTP (${message})`;
  const { detail, advice } = describeNetworkError(error, 0);
  return `${address} sent no response: ${detail}${advice === undefined ? '' : `; ${advice}`}`;
}

/** Answers a request instead of the upstream, with a sentence, and ends the connection. */
export function reject(response: ServerResponse, status: number, sentence: string): void {
  const text = `assay proxy: ${sentence}.\n`;
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(text);
}
