import { expect, test } from 'vitest';
import { serverMessage, shortServerMessage } from '../../conformance/core/server-message.ts';

const saying = (type: string, text: string) => ({
  call: { method: 'GET', target: '/', headers: [] },
  reply: { status: 400, headers: [['content-type', type] as const], body: Buffer.from(text), ms: 1 },
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

test('a page of HTML is named as one, since something in front of the server may have sent it', () => {
  expect(serverMessage(saying('text/html', '<html>No</html>'))).toMatch(/^ \(a page of HTML.*\)$/);
});
