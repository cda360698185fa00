import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLocal } from '../../src/http/local-call.ts';
import { pairsOf } from '../../src/proxy/headers.ts';

/** Where the report is; what is asked for here is never passed on. */
const place = /^\/__assay\/?(\?|$)/;

/** Answers requests for the page of findings. Only this machine may see it. */
export const findingsPage =
  (page: () => Promise<string>) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    const { url: target = '', method = '', rawHeaders, socket } = request;
    if (!place.test(target)) return false;
    const isHere =
      isLoopback(socket.remoteAddress) && isLocal({ method, target, headers: pairsOf(rawHeaders) });
    if (!isHere) answer(response, 403, 'text/plain', 'The findings are shown to this machine alone.\n');
    else if (method !== 'GET' && method !== 'HEAD')
      answer(response, 405, 'text/plain', 'Only GET is served here.\n');
    else
      page().then(
        (html) => answer(response, 200, 'text/html', html),
        (error: Error) => answer(response, 500, 'text/plain', `${error.message}\n`),
      );
    return true;
  };

function answer(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
  });
  response.end(text);
}

const isLoopback = (address = ''): boolean => /^(::1$|(::ffff:)?127\.)/.test(address);
