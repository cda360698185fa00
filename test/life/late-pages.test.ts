import { expect, it } from 'vitest';
import { isLost, type Transport } from '../../src/http/exchange.ts';
import { check, stubWith } from './checked.ts';

/** The stub with more authors than fit on a page. */
async function filled(): Promise<Transport> {
  const stub = stubWith();
  for (let count = 0; count < 120; count += 1) {
    const body = Buffer.from(JSON.stringify({ name: `Author ${count}` }));
    const headers = [['content-type', 'application/json']] as const;
    await stub({ method: 'POST', target: '/authors', headers, body });
  }
  return stub;
}

const verdictOf = async (transport: Transport) =>
  (await check(transport, ['createAuthor/total-kept'])).results.map(({ verdict }) => verdict);

it('no rule fails for a total where a page begins one record late', async () => {
  const stub = await filled();
  const late: Transport = (request) =>
    stub({
      ...request,
      target: request.target.replace(/offset=([1-9]\d*)/, (_, at) => `offset=${Number(at) + 1}`),
    });
  expect(await verdictOf(late)).toEqual(['untested']);
});

it('a rule fails for a total that is not the number of records on pages of any size', async () => {
  const stub = await filled();
  const wrong: Transport = async (request) => {
    const response = await stub(request);
    if (isLost(response) || request.method !== 'GET' || !request.target.startsWith('/authors?'))
      return response;
    const page = JSON.parse(Buffer.from(response.body).toString());
    return { ...response, body: Buffer.from(JSON.stringify({ ...page, total: page.total + 1 })) };
  };
  expect(await verdictOf(wrong)).toEqual(['fail']);
});
