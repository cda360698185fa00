import { fileURLToPath } from 'node:url';
import { fromFetch } from 'assay';
import { startStub } from 'assay/testing';
import { conformance } from 'assay/vitest';

const contract = fileURLToPath(new URL('../../examples/library/openapi.yaml', import.meta.url));
const stub = await startStub({ contract, listen: false });

// A contract of one's own, for the test of the Vitest binding.
conformance(
  { contract, token: 'any' },
  { transport: fromFetch(stub.fetch), only: ['listShelves/total-constant', 'listShelves/total-count'] },
);
