import { expect, it } from 'vitest';
import { createCheck } from '../../conformance/check.ts';
import { resolveTarget } from '../../conformance/target/target-file.ts';
import { contractOf, serverOf } from './listing-server.ts';

it('a listing of two records is read without a size from the second, and past its end', async () => {
  const contract = await contractOf('offset');
  const target = resolveTarget(contract, { collections: [{ list: 'listThings', at: {} }] }, 'http://server');
  const server = serverOf('offset', ({ matching, start, size }) => {
    const two = matching.slice(0, 2);
    return { shown: two.slice(start, start + size), total: two.length, pages: Math.ceil(two.length / size) };
  });
  const sent = new Set<string>();
  const { run } = await createCheck({ contract, target }, {});
  await run((request) => {
    sent.add(request.target);
    return server(request);
  });
  expect([...sent]).toEqual(expect.arrayContaining(['/things?skip=1', '/things?skip=2&top=2']));
});
