import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../src/contract/choices.ts';
import { at, stepsOf } from '../../../src/json/json.ts';
import type { Choices } from '../../../src/stub/choices.ts';
import { sampled } from '../../seed.ts';
import { ask, contract, goodHeaders, makeStub, nodeNamed } from '../shop-stub.ts';

const keys = '/v2/application-keys';
const subscriptions = '/subscriptions/subscriptions';
const { path } = nodeNamed('Kits');
const key = { data: { type: 'application_key', name: 'a' } };

/** The reasons in the headers of a response; each pointer has to resolve. */
function reasonsOf({ headers }: Awaited<ReturnType<typeof ask>>) {
  const list = (name: string) => headers.get(name)?.split(', ') ?? [];
  for (const pointer of list('assay-pointer')) {
    expect(at(contract.document, ...stepsOf(pointer)), pointer).toBeDefined();
  }
  for (const clause of list('assay-clause')) expect(contract.clauses.get(clause), clause).toBeDefined();
  return { clause: list('assay-clause'), pointer: list('assay-pointer'), choice: list('assay-choice') };
}

describe('a rejection gives its reason in headers', () => {
  it.each<[string, string, unknown, string]>([
    ['a missing name', keys, { data: { type: 'application_key' } }, 'application-key/request-name-required'],
    ['another type', keys, { data: { type: 'key', name: 'a' } }, 'application-key/request-type-constant'],
    ['no data', subscriptions, {}, 'subscription/request-data'],
    [
      'a long reference',
      subscriptions,
      { data: { external_ref: 'a'.repeat(2049) } },
      'subscription/request-external-ref-length',
    ],
  ])('the constraint: %s', async (_, target, body, clause) => {
    const reasons = reasonsOf(await ask('POST', target, { body: body as never }));
    expect(reasons.clause).toContain(clause);
    expect(reasons.pointer.length).toBeGreaterThan(0);
    expect(reasons.choice).toEqual([]);
  });

  it('a pointer to the keyword that was violated', async () => {
    const { pointer } = reasonsOf(await ask('GET', `${path}?page[limit]=10001`));
    const keyword = 'get/parameters/4/schema/maximum';
    expect(pointer).toEqual([
      `#/paths/~1pcm~1hierarchies~1{hierarchyID}~1nodes~1{nodeID}~1products/${keyword}`,
    ]);
  });

  it.each<[string, string, string, string]>([
    ['GET', `${path}?page[limit]=0`, 'node-products/page-limit-zero', 'limit-zero=rejected'],
    [
      'GET',
      `${path}?filter=eq(sku,a)`,
      'node-products/filter-unknown-attribute',
      'filter-unknown-attribute=rejected',
    ],
    [
      'GET',
      `${path}?page[limit]=1&page[limit]=2`,
      'node-products/repeated-parameters',
      'duplicate-parameters=rejected',
    ],
    ['GET', `${path}/`, 'node-products/trailing-slash', 'trailing-slash=rejected'],
  ])('the choice of the stub, if it made one: %s %s', async (method, target, clause, choice) => {
    expect(reasonsOf(await ask(method, target))).toMatchObject({ clause: [clause], choice: [choice] });
  });

  it('whatever the form of the body', async () => {
    const stub = makeStub({ choices: { 'error-body': 'empty' } });
    const response = await ask('POST', keys, { headers: [], stub });
    expect(response.text).toBe('');
    expect(reasonsOf(response).clause).toEqual(['application-key/authorization']);
  });

  const rejecting = [...choicesOf(contract)].flatMap(([id, { options }]) =>
    options.map((option) => ({ [id]: option }) as Partial<Choices>),
  );

  it('always, but never on success', async () => {
    const long = Buffer.alloc(1_048_577, ' ').toString();
    const bodies = [undefined, '', '{', '[]', long, key, { data: { ...key.data, extra: 1, name: '' } }];
    const targets = [keys, subscriptions, path, `${path}?a=%zz`, `${path}?b=1&filter=`, '/%zz', '/nothing'];
    for (const choices of sampled(rejecting, 20)) {
      const stub = makeStub({ choices });
      for (const target of targets) {
        for (const body of target === path ? bodies.slice(0, 1) : bodies) {
          const method = target.startsWith(path) ? 'GET' : 'POST';
          const response = await ask(method, target, {
            ...(body === undefined ? {} : { body }),
            headers: goodHeaders,
            stub,
          });
          expect(reasonsOf(response).pointer.length > 0, `${JSON.stringify(choices)} ${target}`).toBe(
            response.status >= 400,
          );
        }
      }
    }
  });
});
