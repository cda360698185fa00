import { expect, it } from 'vitest';
import { checkListing } from '../check-of.ts';
import { contractOf, serverOf } from './listing-server.ts';

it('a listing of two records is read without a size from the second, and past its end', async () => {
  const contract = await contractOf('offset');
  const server = serverOf('offset', ({ matching, start, size }) => {
    const two = matching.slice(0, 2);
    return { shown: two.slice(start, start + size), total: two.length, pages: Math.ceil(two.length / size) };
  });
  const sent = new Set<string>();
  await checkListing(contract, 'listThings', (request) => {
    sent.add(request.target);
    return server(request);
  });
  expect([...sent]).toEqual(expect.arrayContaining(['/things?skip=1', '/things?skip=2&top=2']));
});
