import { expect, it } from 'vitest';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { loadPaths } from '../contract/own-contract.ts';
import { responseOf } from '../json-response.ts';

const contract = await loadPaths(`
  /keys:
    post:
      operationId: createKey
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { '201': { description: a key, content: { application/json: { schema: { type: object } } } } }
`);

const long = 'f3b1c2d4e5';

type Sent = { readonly headers?: readonly (readonly [string, string])[]; readonly body?: string };

it.each<readonly [what: string, sent: Sent, received: Sent & { readonly status?: number }, found: string[]]>([
  ['a token without its scheme', { headers: [['Authorization', `Bearer ${long}`]] }, {}, [long]],
  ['each cookie', { headers: [['Cookie', `a=${long}; b=${long}2`]] }, {}, [long, `${long}2`]],
  ['a cookie without its attributes', {}, { headers: [['Set-Cookie', `a=${long}; Path=/x`]] }, [long]],
  ['nothing that is short', { headers: [['Authorization', 'Bearer abc']] }, {}, []],
  ['nothing that is left out already', { headers: [['Authorization', 'Bearer [redacted]']] }, {}, []],
  ['nothing of other headers', { headers: [['X-Trace', long]] }, {}, []],
  ['a field of the body by its name', { body: `{"password":"${long}"}` }, {}, [long]],
  ['a field of the response', {}, { body: `{"client_secret":"${long}"}` }, [long]],
  [
    'nothing that the response repeats',
    { body: `{"name":"${long}"}` },
    { body: `{"password":"${long}"}` },
    [],
  ],
  ['no sentence of a rejection', {}, { status: 422, body: '{"password":"has to have ten characters"}' }, []],
])('finds %s', (_, { headers = [], body }, received, found) => {
  const request = {
    ...{ method: 'POST', target: '/keys', headers },
    ...(body === undefined ? {} : { body: Buffer.from(body) }),
  };
  const response = responseOf(received.status ?? 201, [...(received.headers ?? [])], received.body ?? '{}');
  expect(secretsInExchange(contract, { request, response })).toEqual(found);
});
