// A replacement that clears all fields, since none is required: then nothing that was sent shows whose the record is.

import { expect, it } from 'vitest';
import { createStub } from '../../src/stub/create-stub.ts';
import { checkOf } from '../check-of.ts';
import { lifeOf, loadPaths } from '../contract/own-contract.ts';

const contract = await loadPaths(`${lifeOf('/books', 'Book', true)}
components:
  schemas:
    Book:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        title: { type: [string, 'null'], maxLength: 60 }
        published: { type: integer, minimum: 0, maximum: 3000 }
`);

it('leaves no request unsent, if its response shows the record as it is read', async () => {
  const { transport } = createStub({ contract, seed: 'cleared' });
  const { results } = await checkOf(contract, { writes: 'allow', settles: '0s' }, transport, { seed: 1 });
  expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(20);
  expect(results.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([]);
});
