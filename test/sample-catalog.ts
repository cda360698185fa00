import { contract } from '../conformance/proof/fixtures.ts';
import { loadCatalog } from '../spec/stub/load-catalog.ts';

/** The sample catalog of the shipped contract. */
export const catalog = await loadCatalog(undefined, contract);
