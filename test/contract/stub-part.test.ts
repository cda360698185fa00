import { describe, expect, it } from 'vitest';
import { runCheck } from '../../conformance/check.ts';
import { loadRuleSet } from '../../conformance/kinds.ts';
import { loadSampleData } from '../../conformance/stub-target/sample-data.ts';
import { targetFileOf } from '../../conformance/stub-target/target-of-stub.ts';
import type { Contract } from '../../src/contract/contract.ts';
import { shippedFolder } from '../../src/contract/contract-folder.ts';
import { loadContract } from '../../src/contract/load.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { loadEdited } from './edited-contract.ts';
import { withFiles } from './own-contract.ts';

const openapi = `openapi: 3.1.1
info: { title: Stall, version: '1' }
paths:
  /books:
    get:
      operationId: listBooks
      x-list: { items: $response.body, identifier: /id, offset: skip, pageSize: take }
      parameters:
        - { name: skip, in: query, schema: { type: integer, minimum: 0 } }
        - { name: take, in: query, schema: { type: integer, minimum: 1, maximum: 20 } }
      responses:
        '200':
          description: Books.
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  required: [id, title]
                  properties: { id: { type: integer }, title: { type: string } }
  /books/priced:
    post:
      operationId: priceBooks
      x-kind: other
      responses:
        '200':
          description: A price.
          content: { application/json: { schema: { type: object, properties: { price: { type: integer } } } } }
`;

const part = `import { samplePart } from 'assay/testing';

const body = new TextEncoder().encode('{"price":7}');

export default samplePart({
  priceBooks: {
    createHandler: () => () => ({ status: 200, body }),
    example: () => ({ target: '/books/priced' }),
  },
});
`;

const files = {
  'openapi.yaml': openapi,
  'fixtures.yaml': 'collections:\n  - records: [{ id: 1, title: Kim }, { id: 2, title: Emma }]\n',
};

/** What a stub of the contract in a folder returns. */
async function replyOf(contract: Contract, method: string, target: string): Promise<unknown> {
  const { transport } = createStub(await loadSampleData(contract));
  const response = await transport({ method, target, headers: [] });
  if (!('body' in response)) throw new Error('there is no response');
  return response.status === 200 ? JSON.parse(Buffer.from(response.body).toString()) : response.status;
}

describe('the stub part of a contract', () => {
  it('serves what no kind of operation is served like, beside the sample data of the folder', async () => {
    await withFiles({ ...files, 'stub/parts.js': part }, async (folder) => {
      const contract = await loadContract({ openapi: folder });
      expect(await replyOf(contract, 'POST', '/books/priced')).toEqual({ price: 7 });
      expect(await replyOf(contract, 'GET', '/books')).toMatchObject([{ title: 'Kim' }, { title: 'Emma' }]);
    });
    await withFiles(files, async (folder) => {
      expect(await replyOf(await loadContract({ openapi: folder }), 'POST', '/books/priced')).toBe(501);
    });
  });

  it('is told what is wrong with it', async () => {
    await withFiles({ ...files, 'stub/parts.js': 'export default 7;\n' }, async (folder) => {
      await expect(loadSampleData(await loadContract({ openapi: folder }))).rejects.toThrow(
        'stub/parts.js: exports no part of a stub; write "export default samplePart({ … })".',
      );
    });
  });
});

describe('sample data of any contract', () => {
  const served = (use: (data: Awaited<ReturnType<typeof loadSampleData>>) => Promise<void>) =>
    withFiles(files, async (folder) => use(await loadSampleData(await loadContract({ openapi: folder }))));

  it('are declared as their operator knows them', () =>
    served(async (data) => {
      expect(targetFileOf(data, 'http://localhost').collections).toEqual([
        { list: 'listBooks', at: {}, holds: [1, 2] },
      ]);
    }));

  it('can be changed', () =>
    served(async ({ contract, parts }) => {
      const fewer = parts.withRecords(contract, (records) => records.slice(1));
      expect(await replyOf(fewer.contract, 'GET', '/books')).toMatchObject([{ title: 'Emma' }]);
    }));
});

describe('the shipped contract', () => {
  it('is a folder, and the default', async () => {
    expect(await loadContract({ openapi: shippedFolder })).toBe(await loadContract());
  });

  it('says the same from a copy of its folder, which is read as any other', async () => {
    const copy = await loadEdited({ openapi: [['version: 1.0.0', 'version: 1.0.1']] });
    const shipped = await loadContract();
    const [rules, same] = await Promise.all(
      [shipped, copy].map(async (one) => (await loadRuleSet(one)).rules),
    );
    expect(same?.map(({ id }) => id)).toEqual(rules?.map(({ id }) => id));
    const [ours, theirs] = await Promise.all([shipped, copy].map(verdictsOf));
    expect(theirs).toEqual(ours);
    expect(Object.values(theirs ?? {}).filter((verdict) => verdict === 'pass').length).toBeGreaterThan(250);
  });
});

async function verdictsOf(contract: Contract): Promise<Readonly<Record<string, string>>> {
  const data = await loadSampleData(contract);
  const { transport } = createStub({ ...data, seed: 'copy' });
  const { collections = [], ...file } = targetFileOf(data, 'http://localhost');
  const some = { ...file, collections: collections.slice(0, 3) };
  const report = await runCheck(some, { transport, contract });
  return Object.fromEntries(report.results.map(({ rule, verdict }) => [rule, verdict]));
}
