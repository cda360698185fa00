import { buildCatalog } from '../../spec/stub/catalog.ts';
import { loadCatalog } from '../../spec/stub/load-catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { targetOfCatalog } from '../../test/target-of-catalog.ts';
import { madeCatalog, type Size } from './made-catalog.ts';

/**
 * A stub in a process of its own, so that it takes nothing of the time of those who call it. Its first message is
 * the target file that fits it; asked with any message, it tells when the first request came, and how many did.
 */
const size = JSON.parse(process.argv[2] ?? 'null') as Size | null;
const contract = await loadContract();
const catalog = size === null ? await loadCatalog() : buildCatalog(madeCatalog(size), 'made up');

let first: number | undefined;
let requests = 0;
const watch: Mutant = (next) => (request) => {
  first ??= Date.now();
  requests += 1;
  return next(request);
};
const { baseUrl } = await createStub({ contract, parts: stubPartsOf(catalog), mutants: [watch] }).listen();
process.on('message', () => {
  process.send?.({ first, requests });
  first = undefined;
  requests = 0;
});
process.on('disconnect', () => process.exit());
process.send?.(targetOfCatalog(catalog, baseUrl));
