import { loadCatalog } from '../spec/stub/load-catalog.ts';
import { contract } from './shipped.ts';

/** The sample catalog of the shipped contract. */
export const catalog = await loadCatalog(undefined, contract);
