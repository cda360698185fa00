import { expect, test } from 'vitest';
import { notAccepted, serverMessage, shortServerMessage } from '../../conformance/core/server-message.ts';
import { explanationWords } from '../../conformance/report/reasons.ts';

const saying = (type: string, text: string) => ({
  request: { method: 'GET', target: '/', headers: [] },
  response: { status: 400, headers: [['content-type', type] as const], body: Buffer.from(text), ms: 1 },
});

test.each([
  [
    'of HTML the text',
    'text/html',
    '<html><title>No</title><h1 class="x">Not here</h1>\n</html>',
    'Not here',
  ],
  ['of JSON the message', 'application/json', '{"errors":[{"title":"no such node"}]}', 'no such node'],
  ['of text all', 'text/plain', 'go  away', 'go away'],
  ['of an empty object nothing', 'application/json', '{}', ''],
])('a short message is %s', (_, type, text, short) => {
  expect(shortServerMessage(saying(type, text))).toBe(short);
});

test('a page of HTML is named as one and repeated, without a guess who sent it', () => {
  const page = '<!DOCTYPE html><html><title>Error</title><pre>Cannot GET /products</pre></html>';
  expect(serverMessage(saying('text/html', page))).toBe(' (a page of HTML: "Cannot GET /products")');
  expect(serverMessage(saying('text/html', '<html></html>'))).toBe(' (a page of HTML)');
});

test('a rejection is told with the request, the status and the words of the server', () => {
  const exchange = saying('application/json', '{"detail":"plan 7 is not active"}');
  expect(explanationWords(notAccepted('a request without currency', exchange))).toBe(
    'GET / returned 400 "plan 7 is not active" to a request without currency',
  );
});
