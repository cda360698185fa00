import { expect, test } from 'vitest';
import { conforming, judged, target } from '../../conformance/proof/fixtures.ts';

test('one node alone is asked for the first page, and for what lies behind it, under a filter that finds products', async () => {
  const filtered = new Set<string>();
  const stub = conforming();
  const transport: typeof stub = (request) => {
    const { searchParams } = new URL(request.target, 'http://localhost');
    const [filter, limit, offset] = ['filter', 'page[limit]', 'page[offset]'].map((name) =>
      searchParams.get(name),
    );
    if (filter?.startsWith('eq(')) filtered.add(`${limit} from ${offset}`);
    return stub(request);
  };
  const [node] = target.nodes;
  if (!node) throw new Error('the shop has no node');
  await judged(transport, { target: { ...target, nodes: [node] } });
  expect([...filtered]).toEqual(expect.arrayContaining(['1 from 0', '2 from 1']));
});
