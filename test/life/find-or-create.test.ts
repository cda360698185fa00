import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, isObject, type JsonObject } from '../../src/json/json.ts';
import { runAgainst } from '../check-of.ts';
import { lists, loadPaths } from '../contract/own-contract.ts';
import { jsonResponse } from '../json-response.ts';

const contractOf = (required: string, fields: string, isListed: boolean) =>
  loadPaths(`
  /tags:
    ${isListed ? lists('listTags', 'Tag').replace(/x-list.*/, '') : ''}
    post: { operationId: createTag, requestBody: { $ref: '#/components/requestBodies/Tag' }, responses: { '201': { $ref: '#/components/responses/Tag' } } }
  /tags/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getTag, responses: { '200': { $ref: '#/components/responses/Tag' } } }
    put: { operationId: replaceTag, requestBody: { $ref: '#/components/requestBodies/Tag' }, responses: { '200': { $ref: '#/components/responses/Tag' } } }
    delete: { operationId: deleteTag, responses: { '204': { description: gone } } }
components:
  requestBodies:
    Tag: { required: true, content: { application/json: { schema: { type: object, required: [${required}], properties: { ${fields} } } } } }
  responses:
    Tag: { description: a tag, content: { application/json: { schema: { $ref: '#/components/schemas/Tag' } } } }
  schemas:
    Tag: { type: object, required: [id, ${required}], properties: { id: { type: string, readOnly: true }, ${fields} } }
`);

/**
 * Tags, each with the fields that a valid one has; a creation returns one with equal values if `finds` says so. The listing
 * may show only those that a creation returned.
 */
function serve(
  others: readonly JsonObject[],
  isValid: (tag: JsonObject) => boolean,
  finds: number | undefined,
  listsReturned: boolean,
) {
  const stored = new Map<string, JsonObject>(
    others.map((tag, index) => [`t${index}`, { id: `t${index}`, ...tag }]),
  );
  const changed = new Set<string>();
  const returned = new Set<string>();
  let count = 0;
  const transport: Transport = async ({ method, target, body }) => {
    const [path = '', query] = target.split('?');
    const id = path.replace(/^\/tags\/?/, '');
    const read = readBody(body ?? new Uint8Array());
    const sent = 'json' in read && isObject(read.json) && isValid(read.json) ? read.json : undefined;
    if (id === '' && method === 'GET') {
      const asked = new URLSearchParams(query);
      const [from, size] = [Number(asked.get('offset') ?? 0), Number(asked.get('limit') ?? 2)];
      const shown = [...stored].flatMap(([key, tag]) => (listsReturned && !returned.has(key) ? [] : [tag]));
      return jsonResponse(200, { total: shown.length, items: shown.slice(from, from + size) });
    }
    if (id === '') {
      if (!sent) return jsonResponse(400, {});
      const isEqual = (tag: JsonObject) =>
        Object.entries(sent).every(([name, value]) => at(tag, name) === value);
      const found = finds === undefined ? undefined : [...stored.values()].find(isEqual);
      if (found) returned.add(String(found.id));
      if (found && finds !== undefined) return jsonResponse(finds, found);
      count += 1;
      const made = { ...sent, id: `n${count}` };
      stored.set(made.id, made);
      returned.add(made.id);
      return jsonResponse(201, made);
    }
    const tag = stored.get(id);
    if (!tag) return jsonResponse(404, {});
    if (method === 'GET') return jsonResponse(200, tag);
    if (method === 'PUT' && !sent) return jsonResponse(400, {});
    if (id.startsWith('t')) changed.add(`${method} ${id}`);
    if (method === 'PUT') stored.set(id, { ...sent, id });
    else stored.delete(id);
    return method === 'PUT' ? jsonResponse(200, stored.get(id)) : jsonResponse(204);
  };
  return { transport, stored, changed };
}

const isText = (least: number, most: number) => (tag: JsonObject) =>
  typeof tag.name === 'string' && [...tag.name].length >= least && [...tag.name].length <= most;

const texts = ['aaaaaaaaaa', 'a', 'aaaaaa', 'aaaaa', 'assay', 'assay {no', 'urgent'].map((name) => ({
  name,
}));

const bodies = {
  'a short text': ['name', 'name: { type: string, minLength: 1, maxLength: 10 }', texts, isText(1, 10)],
  'a text without a greatest length': [
    'name',
    'name: { type: string, minLength: 1 }',
    texts,
    isText(1, 9999),
  ],
  'a text that no nonce fits into': [
    'name',
    'name: { type: string, minLength: 1, maxLength: 5 }',
    texts,
    isText(1, 5),
  ],
  'a boolean and a single value': [
    'done',
    'done: { type: boolean }, sort: { type: string, enum: [a] }',
    [true, false].flatMap((done) => [{ done }, { done, sort: 'a' }]),
    (tag: JsonObject) => typeof tag.done === 'boolean' && (!('sort' in tag) || tag.sort === 'a'),
  ],
} as const;

async function check(
  body: keyof typeof bodies,
  isListed: boolean | 'once returned',
  finds: number | undefined,
) {
  const [required, fields, others, isValid] = bodies[body];
  const contract = await contractOf(required, fields, isListed !== false);
  const server = serve(others, isValid, finds, isListed === 'once returned');
  const { created: left } = await runAgainst(
    contract,
    server.transport,
    { settles: '0s' },
    { nonce: '0badcafe' },
  );
  return { ...server, left, others: others.map((_, index) => `t${index}`) };
}

const names = Object.keys(bodies) as (keyof typeof bodies)[];

describe('a check changes and deletes no record that a creation found', () => {
  it.each(
    names.flatMap((body) =>
      ([true, 'once returned', false] as const).flatMap((isListed) =>
        [200, 201].map((status) => [body, isListed, status] as const),
      ),
    ),
  )('by %s (listed: %s, status %s)', async (body, isListed, status) => {
    const { changed } = await check(body, isListed, status);
    expect([...changed]).toEqual([]);
  });
});

describe('and deletes what it created', () => {
  it.each(names)('with %s, which a listing shows', async (body) => {
    const { stored, left, others } = await check(body, true, undefined);
    expect([...stored.keys()]).toEqual(others);
    expect(left).toEqual([]);
  });

  it('with or without a listing where a nonce fits, and lists the rest', async () => {
    const { stored, left, others } = await check('a short text', false, undefined);
    const kept = [...stored.keys()].filter((id) => !others.includes(id));
    expect(left.map(({ id }) => id).toSorted()).toEqual(kept.toSorted());
    expect(kept.every((id) => !/0ba[0-9a-f]{3}/.test(String(stored.get(id)?.name)))).toBe(true);
  });
});
