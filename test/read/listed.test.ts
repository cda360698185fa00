import { expect, it } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { proofOf } from '../../conformance/proof/proof.ts';
import type { Transport } from '../../src/http/exchange.ts';
import type { Json, JsonObject } from '../../src/json/json.ts';
import { loadPaths } from '../contract/own-contract.ts';
import { killedMutants } from '../fields/killed-mutants.ts';
import { jsonResponse } from '../json-response.ts';

/** Members, which nothing creates. */
const contract = await loadPaths(`
  /members:
    get:
      operationId: listMembers
      x-list: { items: $response.body, identifier: /id }
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Member' } } } } }
  /members/{id}:
    get:
      operationId: getMember
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Member' } } } }
components:
  schemas:
    Member:
      type: object
      required: [id, name]
      properties:
        id: { type: integer }
        name: { type: string, minLength: 1 }
        about: { type: string }
        visits: { type: integer }
`);

type Member = JsonObject & { readonly id: number };

/** How a server returns a member that is read, and one that is listed. */
type Deviation = {
  readonly read?: (member: Member) => Json | undefined;
  readonly listed?: (member: Member) => Json;
};

function serve({ read = (one) => one, listed = (one) => one }: Deviation = {}) {
  const visits = new Map<number, number>();
  const asked: string[] = [];
  const memberOf = (id: number): Member => ({
    ...{ id, name: `Member ${id}`, about: `What member ${id} wrote in three lines.` },
    visits: visits.get(id) ?? 0,
  });
  const transport: Transport = async ({ method, target }) => {
    const { pathname } = new URL(target, 'http://server');
    asked.push(`${method} ${pathname}`);
    if (method !== 'GET') return jsonResponse(405, {});
    if (pathname === '/members')
      return jsonResponse(
        200,
        [1, 2, 3, 4, 5].map((id) => listed(memberOf(id))),
      );
    const id = Number(/^\/members\/([1-5])$/.exec(pathname)?.[1]);
    if (Number.isNaN(id)) return jsonResponse(404, {});
    visits.set(id, (visits.get(id) ?? 0) + 1);
    const shown = read(memberOf(id));
    return shown === undefined ? jsonResponse(404, {}) : jsonResponse(200, shown);
  };
  return { transport, asked };
}

const checkOf = (transport: Transport) =>
  runCheck({ baseUrl: 'http://localhost', settles: '0s' }, { contract, transport });

const withVerdict = ({ results }: Awaited<ReturnType<typeof checkOf>>, verdict: string): string[] =>
  results.flatMap(({ rule, verdict: own }) =>
    own === verdict && rule.startsWith('getMember/') ? [rule.slice('getMember/'.length)] : [],
  );

it('reads some records that a listing shows, and conforms', async () => {
  const { transport, asked } = serve();
  const report = await checkOf(transport);
  const readings = new Set(asked.filter((one) => /^GET \/members\/./.test(one)));
  expect([...readings]).toEqual(['GET /members/1', 'GET /members/3', 'GET /members/5']);
  expect(withVerdict(report, 'pass')).toEqual(
    expect.arrayContaining(['as-listed', 'response-json', 'response-name-type']),
  );
  expect(withVerdict(report, 'fail')).toEqual([]);
  expect(report.headline.verdict).toBe('conforms');
});

it.each<[string, Deviation, string[]]>([
  ['another name', { read: (one) => ({ ...one, name: 'Nobody' }) }, ['as-listed']],
  ['another member', { read: (one) => ({ ...one, id: 7 }) }, ['as-listed']],
  ['no member', { read: () => undefined }, ['as-listed']],
  ['a name of another type', { read: (one) => ({ ...one, name: 7 }) }, ['as-listed', 'response-name-type']],
  ['a number of visits that grows', { read: (one) => one }, []],
  ['more of a text', { listed: (one) => ({ ...one, about: 'What member…' }) }, []],
])('finds what is wrong if a reading returns %s', async (_, deviation, broken) => {
  const report = await checkOf(serve(deviation).transport);
  expect(withVerdict(report, 'fail').toSorted()).toEqual(broken);
});

/** Two listings of records with one schema, and with other ids. */
const idsIn: Readonly<Record<string, readonly string[]>> = {
  markets: ['north', 'south'],
  categories: ['fruit', 'bread'],
};

const listedAndRead = (name: string): string => `
  /${name}:
    get:
      operationId: ${name}
      x-list: { items: $response.body, identifier: /id }
      responses:
        '200': { description: all, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Named' } } } } }
  /${name}/{id}:
    get:
      operationId: one of ${name}
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: one, content: { application/json: { schema: { $ref: '#/components/schemas/Named' } } } }`;

it('reads only ids that the listing of the same path shows', async () => {
  const twoListings = await loadPaths(`${Object.keys(idsIn).map(listedAndRead).join('')}
components:
  schemas:
    Named: { type: object, required: [id], properties: { id: { type: string } } }
`);
  const asked = new Set<string>();
  const transport: Transport = async ({ target }) => {
    const { pathname } = new URL(target, 'http://server');
    const [, name = '', id] = pathname.split('/');
    asked.add(pathname);
    if (id === undefined)
      return jsonResponse(
        200,
        (idsIn[name] ?? []).map((one) => ({ id: one })),
      );
    return idsIn[name]?.includes(id) ? jsonResponse(200, { id }) : jsonResponse(404, {});
  };
  const { headline, results } = await runCheck(
    { baseUrl: 'http://localhost', settles: '0s' },
    { contract: twoListings, transport },
  );
  expect(results.flatMap(({ rule, verdict }) => (verdict === 'fail' ? [rule] : []))).toEqual([]);
  expect([...asked]).toEqual(
    expect.arrayContaining(Object.entries(idsIn).flatMap(([name, ids]) => ids.map((id) => `/${name}/${id}`))),
  );
  expect(headline.verdict).toBe('conforms');
});

it('has rules that find each of their mutants on the stub', async () => {
  const proof = await proofOf(contract);
  const scopes = proof.revealing.map((choices) => ({ choices }));
  const rules = proof.ruleSet.rules.filter(({ operation }) => operation === 'getMember');
  expect((await killedMutants(proof, rules, scopes)).missed).toEqual([]);
});
