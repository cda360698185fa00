import { describe, expect, it } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import type { Report } from '../../conformance/report/report.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { everyOperation, operationIn } from '../../src/contract/operations.ts';
import { UserError } from '../../src/errors.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../src/http/exchange.ts';
import { jsonResponse } from '../json-response.ts';
import { sampled } from '../seed.ts';
import { conforming, contract, target } from '../shipped.ts';

const [first] = target.collections;
if (!first) throw new Error('the stub lists nothing');
const [hierarchyID = '', nodeID = ''] = first.values;
const known = { at: { hierarchyID, nodeID } };
const nowhere = '00000000-0000-4000-8000-000000000000';
const unknown = { at: { hierarchyID, nodeID: nowhere } };
const { token } = target;

const shownAsPlainText = (report: Report): string =>
  terminal(report, { colours: coloursIf(false), verbose: false });

const replied = (status: number, detail: string): HttpResponse =>
  jsonResponse(status, { errors: [{ detail }] });

/** The stub behind something that answers some requests itself. */
function behind(answer: (request: HttpRequest) => HttpResponse | undefined): Transport {
  const stub = conforming();
  return async (request) => answer(request) ?? (await stub(request));
}

const operations = everyOperation(contract);

/** The operations that need no key. */
const others = operations.filter(
  ({ resource }) => resource !== operationIn(contract, 'application-key').resource,
);

const isKeys = ({ target: asked }: HttpRequest): boolean => asked.endsWith('/v2/application-keys');

const check = (transport: Transport, more: object = {}, only?: readonly string[]) =>
  runCheck(
    { baseUrl: 'http://localhost', writes: 'allow', token: token ?? '', collections: [known], ...more },
    { transport, contract, ...(only ? { only } : {}) },
  );

describe('the first look', () => {
  it.each(sampled([404, 501], 1))(
    'says at the top and at the end that an operation is not there (%i), and judges the others in full',
    async (status) => {
      const report = await check(
        behind((request) => (isKeys(request) ? replied(status, 'no route') : undefined)),
      );
      expect(report.headline.verdict).toBe('undetermined');
      expect(report.headline.why).toMatch(`${others.length} of ${operations.length} operations judged `);
      expect(report.unavailable).toEqual([
        {
          operation: 'application-key',
          state: 'not implemented',
          saw: `POST /v2/application-keys  ${status} "no route"`,
          advice: 'not served here; is it not implemented yet?',
        },
      ]);
      const keys = report.results.filter(({ operation }) => operation === 'application-key');
      expect(new Set(keys.map(({ verdict, remedy }) => `${verdict} ${remedy}`))).toEqual(
        new Set(['untested undefined']),
      );
      expect(report.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(150);
      // At the top, before any advice, and in the last line.
      expect(shownAsPlainText(report).match(/no route/g)).toHaveLength(2);
    },
  );

  it.each(sampled([404, 405, 501], 1))(
    'takes no operation for missing that answers %i to some requests only',
    async (status) => {
      const isOdd = ({ body }: HttpRequest): boolean =>
        !Buffer.from(body ?? [])
          .toString()
          .includes('"name":"assay ');
      const report = await check(
        behind((request) =>
          isKeys(request) && isOdd(request) ? replied(status, 'rejected by a gateway') : undefined,
        ),
        {},
        ['application-key'],
      );
      expect(report.unavailable).toBeUndefined();
    },
  );

  it('goes on where one response of a rolling replica says that an operation is not there', async () => {
    let asked = 0;
    const report = await check(
      behind((request) => (isKeys(request) && asked++ === 0 ? replied(404, 'starting') : undefined)),
      {},
      ['application-key'],
    );
    expect(report.unavailable).toBeUndefined();
  });

  it('goes on where one collection is not there, and fails only who declares its products', async () => {
    const report = await check(conforming(), { collections: [known, unknown] });
    expect(report.headline.verdict).toBe('undetermined');
    expect(report.headline.why).toContain(nowhere);
    expect(report.unavailable).toMatchObject([{ operation: 'node-products', state: 'not implemented' }]);
    expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    const collections = [known, { ...unknown, holds: [] }];
    const declared = await check(conforming(), { collections }, ['node-products/served']);
    const served = declared.results.find(({ rule }) => rule === 'node-products/served');
    expect(served?.verdict).toBe('fail');
  });

  it('breaks no rule where no listing is there, also if their products are declared', async () => {
    const report = await check(
      behind(({ method }) => (method === 'GET' ? replied(404, 'no route') : undefined)),
      { collections: [{ ...known, holds: [...(first.holds ?? [])] }] },
    );
    expect(report.headline.verdict).toBe('undetermined');
    expect(report.unavailable).toMatchObject([{ operation: 'node-products', state: 'not implemented' }]);
    expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
  });

  it.each([1, 2])('goes on where only request %i is redirected', async (turn) => {
    let requests = 0;
    const report = await check(
      behind(() => {
        requests += 1;
        return requests === turn
          ? { ...replied(302, ''), headers: [['location', 'https://login.example/']] }
          : undefined;
      }),
      {
        collections: target.collections
          .slice(0, 2)
          .map(({ values: [one = '', other = ''] }) => ({ at: { hierarchyID: one, nodeID: other } })),
      },
    );
    expect(report.results.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(report.results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(200);
  });

  it('concludes nothing of what it may not write to', async () => {
    const sent: string[] = [];
    const report = await check(
      behind(({ method }) => {
        sent.push(method);
        return undefined;
      }),
      { writes: 'deny' },
    );
    expect(new Set(sent)).not.toContain('POST');
    expect(report.unavailable).toBeUndefined();
  });

  it.each([
    ['nothing is there', () => replied(404, 'not found'), /nothing was found under \/api/],
    ['all is somewhere else', ({ target: asked }: HttpRequest) => replied(asked.startsWith('/api/pcm/') ? 200 : 404, 'x'), /does the API live under \/api\? .* check http:\/\/localhost\/api instead/],
    ['a header is missing', () => replied(400, 'X-Tenant header is required'), /add headers: \{ X-Tenant: … \}, or --header 'X-Tenant: …'/],
    ['the token is not taken', () => replied(403, `go away, ${token}`), /it does not accept the token/],
    ['some is not there, and the rest wants a token', (request: HttpRequest) => (isKeys(request) ? replied(401, 'a valid bearer token is required') : replied(501, 'later')), /; it does not accept the token; correct "token" in the target file, --token or ASSAY_TOKEN; implement the operations that return 404, 405 or 501\.$|; implement the operations that return 404, 405 or 501; it does not accept the token; .* ASSAY_TOKEN\.$/],
    ['plain HTTP comes to a TLS port', () => replied(400, 'The plain HTTP request was sent to HTTPS port'), /speaks HTTPS on this port; use https:\/\/localhost/],
    ['all is redirected', ({ target: asked }: HttpRequest): HttpResponse => ({ ...replied(301, ''), headers: [['location', `https://shop.example${asked}`]] }), /use https:\/\/shop\.example\.$/],
  ])('ends the run where %s', async (_, answer, message) => {
    const error = await check(async (request) => answer(request)).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).message).toMatch(message);
    expect((error as UserError).lines.join()).not.toContain(token);
  }); // biome-ignore format: one line a case

  it('asks for a collection where none is named', async () => {
    const report = await check(conforming(), { collections: [] });
    expect(report.unavailable).toMatchObject([
      {
        state: 'no collection',
        advice: 'add collections: [{ at: { hierarchyID: …, nodeID: … } }], or --at HIERARCHY_ID/NODE_ID',
      },
    ]);
    expect(shownAsPlainText(report)).toMatch(
      /no collection +\d+ {2}add {2}collections: \[\{ at: \{ hierarchyID: …, nodeID: … \} \}\]/,
    );
  });
});
