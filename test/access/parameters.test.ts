import { expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { resolveTarget, type TargetFile } from '../../conformance/target/target-file.ts';
import { type Header, header, type Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { creates, loadDocument, loadPaths, reads } from '../contract/own-contract.ts';

const booksFile = `openapi: 3.1.1
info: { title: Books, version: 1.0.0 }
paths:
  /books:
    parameters: [{ name: shop, in: query, required: true, schema: { type: string, enum: [north] } }]
    get:
      operationId: listBooks
      parameters:
        - { name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 50 } }
        - { name: offset, in: query, schema: { type: integer, minimum: 0 } }
      responses: { '200': { description: books, content: { application/json: { schema: { type: object, required: [items], properties: { items: { type: array, items: { $ref: '#/components/schemas/Book' } } } } } } } }
  /info:
    get:
      operationId: info
      parameters: [{ name: language, in: query, required: true, example: en, schema: { type: string } }]
      responses: { '200': { description: about, content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } } }
components:
  schemas:
    Book: { type: object, required: [id, title], properties: { id: { type: string, format: uuid }, title: { type: string } } }
`;
const contract = await loadDocument(booksFile);

const shop: TargetFile = { collections: [{ list: 'listBooks', at: { shop: 'north' } }] };

/** A contract whose operations need a header and a cookie. */
const marked = await loadPaths(`
  /notes:
    parameters:
      - { name: X-Tenant, in: header, required: true, example: north, schema: { type: string } }
      - { name: theme, in: cookie, required: true, schema: { type: string, enum: [dark, light] } }
      - { name: Accept, in: header, required: true, schema: { type: string } }
    get:
      operationId: listNotes
      responses: { '200': { description: notes, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    ${creates('createNote', 'Note')}
  /notes/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: X-Tenant, in: header, required: true, schema: { type: string } }
    ${reads('readNote', 'Note')}
components:
  schemas:
    Note: { type: object, required: [id, text], properties: { id: { type: string, format: uuid, readOnly: true }, text: { type: string } } }
`);

async function brokenBy(mutants: readonly Mutant[], of = contract, file: TargetFile = shop) {
  const target = resolveTarget(of, file, 'http://localhost');
  const { run } = await createCheck({ contract: of, target }, {});
  const { results } = await run(createStub({ contract: of, mutants }).transport);
  return {
    target,
    passed: results.filter(({ verdict }) => verdict === 'pass').map(({ rule }) => rule),
    broken: results.filter(({ verdict }) => ['fail', 'error'].includes(verdict)).map(({ rule }) => rule),
  };
}

it('a request without a required parameter is rejected, and that it is not is found', async () => {
  const names = ['listBooks/parameter-shop-required', 'info/parameter-language-required'];
  expect(names.map((id) => contract.clauses.get(id)?.level)).toEqual(['must', 'must']);
  const { target, passed, broken } = await brokenBy([]);
  expect(broken).toEqual([]);
  expect(passed).toEqual(expect.arrayContaining(names));
  const { rules } = await loadRuleSet(contract);
  for (const { id, mutants } of rules.filter((rule) => names.includes(rule.id))) {
    expect(mutants).toHaveLength(1);
    for (const mutant of mutants)
      if ('wireFor' in mutant) expect((await brokenBy([mutant.wireFor(target)])).broken).toEqual([id]);
      else throw new Error(`${id} has a mutant of another kind`);
  }
});

it('without an allowed value of a required parameter, a response may have another form', async () => {
  const otherForm: Mutant = (next) => async (request) => {
    if (!/^\/(books|info)/.test(request.target) || /shop=north(&|$)|language=/.test(request.target))
      return next(request);
    const headers: Header[] = [['content-type', 'application/json']];
    return { status: 200, headers, body: new TextEncoder().encode('["Tent"]'), ms: 0 };
  };
  const enumRule = 'listBooks/parameter-shop-enum';
  const names = ['info/parameter-language-required', enumRule, 'listBooks/parameter-shop-required'];
  expect((await brokenBy([otherForm])).broken.toSorted()).toEqual(names);
  const open = await loadDocument(
    booksFile.replaceAll('required: true,', 'required: true, x-level: { required: unspecified },'),
  );
  expect((await brokenBy([otherForm], open)).broken).toEqual([enumRule]);
});

const declared: TargetFile = { headers: { 'X-Tenant': 'south' } };

it('a request without a required header or cookie is rejected, and that it is not is found', async () => {
  const names = [
    ...['listNotes', 'createNote', 'readNote'].map((id) => `${id}/parameter-X-Tenant-required`),
    ...['listNotes', 'createNote'].map((id) => `${id}/parameter-theme-required`),
  ];
  const { target, passed, broken } = await brokenBy([], marked, declared);
  expect(broken).toEqual([]);
  expect(passed).toEqual(expect.arrayContaining([...names, 'readNote/as-created']));
  expect([...marked.clauses.keys()].filter((id) => /Accept-required/.test(id))).toEqual([]);
  const { rules } = await loadRuleSet(marked);
  for (const { id, mutants } of rules.filter((rule) => names.includes(rule.id)))
    for (const mutant of mutants)
      if ('wireFor' in mutant)
        expect((await brokenBy([mutant.wireFor(target)], marked, declared)).broken).toEqual([id]);
      else throw new Error(`${id} has a mutant of another kind`);
});

it('a value that nobody declared may be rejected', async () => {
  const onlySouth: Mutant = (next) => async (request) =>
    request.method !== 'POST' || header(request.headers, 'x-tenant') === 'south'
      ? next(request)
      : { status: 422, headers: [], body: new Uint8Array(), ms: 0 };
  expect((await brokenBy([onlySouth], marked, {})).broken).toEqual([]);
  const { broken, passed } = await brokenBy([onlySouth], marked, declared);
  expect(broken).toEqual([]);
  expect(passed).toContain('createNote/accepted');
});
