import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contract } from '../contract/contract.ts';
import { readReady, readyFiles } from '../contract/ready.ts';
import { Fault } from '../fault.ts';
import { assembleCatalog, buildChecked } from './build-catalog.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogFile } from './catalog-file.ts';
import type { CatalogPart } from './catalog-part.ts';

/** The shop that ships with assay. */
export const shop = new URL('../../fixtures/shop.yaml', import.meta.url);

/** What a file of a catalog is named like. */
export const isCatalogFileName = (name: string): boolean => /^[^.].*\.(ya?ml|json)$/i.test(name);

/** Is told, while a catalog is read, what comes next. */
export type OnStep = (step: string) => void;

/**
 * Reads a catalog, YAML or JSON: a file, or all such files of a folder; by default, the shop that ships with assay.
 * With a contract, what the catalog holds has to honour it.
 */
export async function loadCatalog(
  path: string | URL = shop,
  contract?: Contract,
  onStep: OnStep = () => {},
): Promise<Catalog> {
  const ready = path === shop ? await readReady<CatalogFile>(readyFiles.shop) : undefined;
  if (ready) return buildChecked(ready, 'shop.yaml');
  const { readYaml } = await import('../contract/yaml-file.ts');
  const files = path instanceof URL ? [path] : await filesOf(path);
  const parts: CatalogPart[] = [];
  for (const [index, file] of files.entries()) {
    onStep(`reading file ${index + 1} of ${files.length}: ${file}`);
    const { value, where } = await readYaml(file);
    // The text is let go of: that of a large catalog is large.
    parts.push({ value, where });
  }
  onStep('checking what was read');
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
