import { expect, test } from 'vitest';
import { conforming, judged, target } from '../shipped.ts';

test('one collection alone is asked for the first page, and for what lies behind it, under a filter that finds products', async () => {
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
  const [collection] = target.collections;
  if (!collection) throw new Error('the shop lists nothing');
  await judged(transport, { target: { ...target, collections: [collection] } });
  expect([...filtered]).toEqual(expect.arrayContaining(['1 from 0', '2 from 1']));
});
