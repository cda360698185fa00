import { expect, it } from 'vitest';
import { checkOf } from '../check-of.ts';
import { bookshop, loadDocument } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const walk = `      type: object
      required: [walked_on]
      properties: { id: { type: integer, readOnly: true }, walked_on: { type: string, format: date } }
`;

it('a server that takes a text without its format, and returns it, breaks no must', async () => {
  const contract = await loadDocument(bookshop(walk));
  let made = 0;
  const { results } = await checkOf(
    contract,
    { writes: 'allow', settles: '0s' },
    async ({ body, headers }) => {
      const isJson = headers.some(([name, value]) => name === 'content-type' && /json/.test(value));
      let sent: unknown;
      try {
        sent = JSON.parse(Buffer.from(body ?? []).toString());
      } catch {
        sent = undefined;
      }
      const walkedOn = Object(sent).walked_on;
      const isValid = isJson && typeof walkedOn === 'string';
      if (isValid) made += 1;
      const response = isValid ? { id: made, walked_on: walkedOn } : { error: 'a date is missing' };
      return jsonResponse(isValid ? 201 : 400, response);
    },
  );
  const broken = results
    .filter(({ verdict }) => verdict === 'fail')
    .map(({ rule, level }) => `${level} ${rule}`);
  expect(broken).toEqual(['should createBook/request-walked-on-format']);
});

it('an address of an unusual form that is rejected is named without what tells requests apart', async () => {
  const contract = await loadDocument(
    bookshop(walk.replaceAll('walked_on', 'mail').replace('date', 'email')),
  );
  let made = 0;
  const { results } = await checkOf(contract, { writes: 'allow', settles: '0s' }, async ({ body }) => {
    const [, mail] =
      /^\{.*"mail":"([a-z0-9.-]+@[a-z.]+)".*\}$/.exec(Buffer.from(body ?? []).toString()) ?? [];
    if (mail !== undefined) made += 1;
    return mail === undefined ? jsonResponse(400, {}) : jsonResponse(201, { id: made, mail });
  });
  const expected = results.flatMap((one) => (one.verdict === 'fail' ? (one.expected ?? []) : []));
  expect(expected).toContain('a request with mail "assay.…+box@mail.example.com" is accepted (2xx)');
});
