import { readYaml } from '../contract/load.ts';
import { buildCatalog, type Catalog } from './catalog.ts';

const shop = new URL('../../fixtures/shop.yaml', import.meta.url);

/** Reads a catalog file; by default, the shop that ships with assay. */
export async function loadCatalog(file: string | URL = shop): Promise<Catalog> {
  const { value } = await readYaml(file);
  return buildCatalog(value, file instanceof URL ? (file.pathname.split('/').at(-1) ?? '') : file);
}
