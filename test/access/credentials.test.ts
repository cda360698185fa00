import { describe, expect, it } from 'vitest';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { coloursIf } from '../../conformance/report/escaping.ts';
import { annotations } from '../../conformance/report/github.ts';
import type { Report } from '../../conformance/report/report.ts';
import { terminal } from '../../conformance/report/report-document.ts';
import { reports } from '../../conformance/report/report-files.ts';
import type { TargetFile } from '../../conformance/target/target-file.ts';
import type { Contract } from '../../src/contract/contract.ts';
import type { HttpRequest, Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { creates, loadFiles, loadPaths } from '../contract/own-contract.ts';
import { sampled } from '../seed.ts';

const schemes = {
  bearer: '{ type: http, scheme: bearer }',
  login: '{ type: http, scheme: basic }',
  inHeader: '{ type: apiKey, in: header, name: X-Shop }',
  inQuery: '{ type: apiKey, in: query, name: who }',
  inCookie: '{ type: apiKey, in: cookie, name: seat }',
  oauth: '{ type: oauth2, flows: {} }',
  certificate: '{ type: mutualTLS }',
  digest: '{ type: http, scheme: digest }',
};

/** A contract with a creation, a listing, a reading and a GET, which let requests in as `security` says. */
const contractWith = (security: string): Promise<Contract> =>
  loadFiles({
    'openapi.yaml': `openapi: 3.1.1
info: { title: Books, version: 1.0.0 }
security: ${security}
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
      responses: { '200': { description: books, content: { application/json: { schema: { $ref: '#/components/schemas/Books' } } } } }
    ${creates('createBook', 'Book')}
  /books/{id}:
    get:
      operationId: readBook
      parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
      responses: { '200': { description: a book, content: { application/json: { schema: { $ref: '#/components/schemas/Book' } } } } }
  /info:
    get:
      operationId: info
      responses: { '200': { description: about, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } } }
components:
  securitySchemes:
${Object.entries(schemes)
  .map(([name, scheme]) => `    ${name}: ${scheme}`)
  .join('\n')}
  schemas:
    Book:
      type: object
      required: [title, id]
      properties: { id: { type: string, format: uuid, readOnly: true }, title: { type: string, maxLength: 200 } }
    Books: { type: object, required: [items, total], properties: { items: { type: array, items: { $ref: '#/components/schemas/Book' } }, total: { type: integer } } }
`,
  });

const secret = 'reader:canary secret/1';

async function checkStub(
  contract: Contract,
  file: TargetFile = { token: secret },
  mutants: readonly Mutant[] = [],
): Promise<{ readonly report: Report; readonly sent: readonly HttpRequest[] }> {
  const sent: HttpRequest[] = [];
  const collections = [{ list: 'listBooks' }];
  const { transport } = createStub({ contract, mutants });
  const declared: TargetFile = { writes: 'allow', settles: '0s', collections, ...file };
  const report = await checkOf(contract, declared, (request) => {
    sent.push(request);
    return transport(request);
  });
  return { report, sent };
}

const rulesOfAccess = (contract: Contract): string[] =>
  [...contract.clauses.keys()].filter((id) => /\/(authorization|other-scheme-rejected)$/.test(id));

const broken = ({ results }: Report): string[] =>
  results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error').map(({ rule }) => rule);

const ways: readonly (readonly [security: string, shown: string])[] = [
  ['[{ bearer: [] }]', `authorization: Bearer ${secret}`],
  ['[{ oauth: [write] }]', `authorization: Bearer ${secret}`],
  ['[{ login: [] }]', `authorization: Basic ${Buffer.from(secret).toString('base64')}`],
  ['[{ inHeader: [] }]', `x-shop: ${secret}`],
  ['[{ inQuery: [] }]', `who=${encodeURIComponent(secret)}`],
  ['[{ inCookie: [] }]', `cookie: seat=${secret}`],
  ['[{ inHeader: [], inQuery: [] }]', `x-shop: ${secret}`],
  ['[{ inCookie: [] }, { login: [] }]', `cookie: seat=${secret}`],
  ['[{ certificate: [] }, { inQuery: [] }]', `who=${encodeURIComponent(secret)}`],
];

describe.each(sampled(ways, 3))('an operation with the security %s', async (security, shown) => {
  const contract = await contractWith(security);
  // A bearer token has no space; here nothing but the stub reads it.
  const token = shown.includes('Bearer') ? secret.replaceAll(/\W/g, '-') : secret;
  const written = shown.replace(secret, token);

  it('gets the credential where the contract places it', async () => {
    const { sent } = await checkStub(contract, { token });
    const places = sent.map(
      ({ target, headers }) => `${target} ${headers.map((one) => one.join(': ')).join('\n')}`,
    );
    expect(places.filter((one) => one.includes(written)).length).toBeGreaterThan(sent.length / 2);
  });

  it('lets no request in without it, or with another scheme, and each rule finds its faults', async () => {
    const names = rulesOfAccess(contract);
    expect(names).toHaveLength(8);
    const { report } = await checkStub(contract, { token });
    expect(broken(report)).toEqual([]);
    expect(
      report.results
        .filter(({ rule }) => names.includes(rule))
        .map(({ verdict, level }) => `${verdict} ${level}`),
    ).toEqual(names.map(() => 'pass must'));
    const { rules } = await loadRuleSet(contract);
    for (const { id, mutants } of rules.filter((rule) => names.includes(rule.id))) {
      expect(mutants.length).toBeGreaterThan(0);
      for (const mutant of mutants) {
        if (!('wire' in mutant)) throw new Error(`${id} has a mutant of another kind`);
        expect(broken((await checkStub(contract, { token }, [mutant.wire])).report)).toEqual([id]);
      }
    }
  });
});

describe('security that needs no credential', () => {
  it.each(['[{ bearer: [] }, {}]', '[]', '[{ certificate: [] }]', '[{ digest: [] }]'])(
    'has no rule: %s',
    async (security) => {
      const contract = await contractWith(security);
      expect(rulesOfAccess(contract)).toEqual([]);
      expect(broken((await checkStub(contract, {})).report)).toEqual([]);
    },
  );

  it('is named where nothing of it is checked', async () => {
    const { unchecked = [] } = await contractWith('[{ certificate: [], digest: [] }, { missing: [] }]');
    expect(unchecked.filter(({ what }) => what.startsWith('the security scheme'))[0]).toEqual({
      what: 'the security scheme certificate (mutualTLS)',
      where: 'openapi.yaml:3',
    });
    expect(new Set(unchecked.map(({ what }) => what).filter((what) => what.includes('scheme')))).toEqual(
      new Set([
        'the security scheme certificate (mutualTLS)',
        'the security scheme digest (http digest)',
        'the security scheme missing (not declared under components)',
      ]),
    );
  });
});

/** Where some operation also takes `desk`, and this one names the statuses. */
const museum = (statuses: string): Promise<Contract> =>
  loadPaths(`
  /works:
    post:
      operationId: createWork
      security: [{ registrar: [] }]
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Work' } } } }
      responses: { '201': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Work' } } } }${statuses} }
  /works/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string, format: uuid } }]
    get:
      operationId: readWork
      security: [{ desk: [] }, { registrar: [] }]
      responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Work' } } } } }
    delete:
      operationId: deleteWork
      security: [{ registrar: [] }]
      responses: { '204': { description: d }${statuses} }
components:
  securitySchemes: { desk: { type: http, scheme: bearer }, registrar: { type: http, scheme: bearer } }
  schemas: { Work: { type: object, required: [id, title], properties: { id: { type: string, format: uuid, readOnly: true }, title: { type: string } } } }
`);

describe('a known credential of another scheme', () => {
  const named = ", '403': { description: no }";
  const token = { desk: 'credential-of-desk', registrar: 'credential-of-registrar' };
  const collections: [] = [];
  const rules = ['createWork/other-credential-rejected', 'deleteWork/other-credential-rejected'];

  it('is not accepted where the contract names 403, and each rule finds its faults', async () => {
    const contract = await museum(named);
    const { report, sent } = await checkStub(contract, { token, collections });
    expect(broken(report)).toEqual([]);
    expect(
      report.results
        .filter(({ rule }) => rules.includes(rule))
        .map(({ level, verdict }) => `${verdict} ${level}`),
    ).toEqual(['pass should', 'pass should']);
    expect(sent.some(({ method, headers }) => method === 'DELETE' && headers[0]?.[1]?.endsWith('desk'))).toBe(
      true,
    );
    for (const { id, mutants } of (await loadRuleSet(contract)).rules.filter(({ id }) => rules.includes(id)))
      for (const mutant of mutants)
        expect(
          'wire' in mutant &&
            broken((await checkStub(contract, { token, collections }, [mutant.wire])).report),
        ).toEqual([id]);
  });

  it.each([
    ['401 alone, of two tokens', ", '401': { description: no }", token],
    ['one credential for both', named, { desk: 'same', registrar: 'same' }],
  ])('is not tried where it may let in: %s', async (_, statuses, given) => {
    const contract = await museum(statuses);
    const { report } = await checkStub(contract, { token: given, collections });
    const tried = report.results.filter(
      ({ rule, verdict }) => rules.includes(rule) && verdict !== 'untested',
    );
    expect(tried).toEqual([]);
  });
});

describe('credentials by scheme', () => {
  it('are each sent in their place', async () => {
    const contract = await contractWith('[{ inHeader: [], inQuery: [] }]');
    const { report, sent } = await checkStub(contract, {
      token: { inHeader: 'of-the-header', inQuery: 'of-the-query' },
    });
    expect(broken(report)).toEqual([]);
    expect(sent[0]?.target).toContain('who=of-the-query');
    expect(sent[0]?.headers).toContainEqual(['x-shop', 'of-the-header']);
  });

  it('let in by the first way that the target file has all of', async () => {
    const contract = await contractWith('[{ bearer: [] }, { inCookie: [] }]');
    const { report, sent } = await checkStub(contract, { token: { inCookie: 'of-the-cookie' } });
    expect(broken(report)).toEqual([]);
    expect(sent[0]?.headers).toContainEqual(['cookie', 'seat=of-the-cookie']);
  });
});

describe.each(
  sampled(['[{ login: [] }]', '[{ inHeader: [] }]', '[{ inQuery: [] }]', '[{ inCookie: [] }]'], 1),
)('a secret of the security %s', async (security) => {
  const contract = await contractWith(security);
  // A short one is in no list of secrets: it is known by its place.
  it.each([secret, 'ab:c9'])('is in no report: %s', async (token) => {
    /** Breaks a rule of each operation, so that its requests are shown. */
    const breaks: Mutant = (next) => async (request) => {
      const response = await next(request);
      return 'lost' in response || response.status >= 300
        ? response
        : { ...response, body: Buffer.from('{}') };
    };
    const { report } = await checkStub(contract, { token }, [breaks]);
    expect(broken(report).length).toBeGreaterThan(3);
    const texts: Readonly<Record<string, string>> = {
      ...Object.fromEntries(Object.entries(reports).map(([kind, render]) => [kind, render(report)])),
      terminal: terminal(report, { colours: coloursIf(false), verbose: true }),
      annotations: annotations(report).join('\n'),
    };
    const forms = [token, encodeURIComponent(token), Buffer.from(token).toString('base64')];
    for (const [kind, text] of Object.entries(texts))
      for (const form of forms) expect(text.includes(form), `${kind} shows ${form}`).toBe(false);
    expect(texts.terminal).toContain('"$TOKEN"');
    expect(texts.har).toContain('redacted');
  });

  it('is not in the journal of the stub', async () => {
    const stub = createStub({ contract });
    const file = { token: 'ab:c9', writes: 'allow', collections: [{ list: 'listBooks' }] } as const;
    await checkOf(contract, file, stub.transport);
    const text = JSON.stringify(stub.journal.read());
    expect(text).toContain('/books');
    for (const form of ['ab:c9', 'ab%3Ac9', Buffer.from('ab:c9').toString('base64')])
      expect(text).not.toContain(form);
  });
});
