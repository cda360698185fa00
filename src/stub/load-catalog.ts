import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { readYaml } from '../contract/load.ts';
import { Fault } from '../fault.ts';
import { assembleCatalog } from './build-catalog.ts';
import type { Catalog } from './catalog.ts';

const shop = new URL('../../fixtures/shop.yaml', import.meta.url);

/** What a file of a catalog is named like. */
export const isCatalogFileName = (name: string): boolean => /^[^.].*\.(ya?ml|json)$/i.test(name);

/**
 * Reads a catalog, YAML or JSON: a file, or all such files of a folder; by default, the shop that ships with assay.
 * With a contract, what the catalog holds has to honour it.
 */
export async function loadCatalog(path: string | URL = shop, contract?: Contract): Promise<Catalog> {
  const files = path instanceof URL ? [path] : await filesOf(path);
  const parts = await Promise.all(files.map(readYaml));
  return assembleCatalog(parts, contract);
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new Fault(`${path}: cannot be read (${error.code ?? error.message}); check the path.`);
  });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter(isCatalogFileName).sort();
  if (names.length === 0)
    throw new Fault(`${path}: the folder holds no YAML or JSON file; put a catalog there.`);
  return names.map((name) => join(path, name));
}
