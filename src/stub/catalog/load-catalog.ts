import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Contract } from '../../contract/contract.ts';
import { prebuiltFiles, readPrebuilt } from '../../contract/prebuilt.ts';
import { UserError } from '../../errors.ts';
import type { Json } from '../../json/json.ts';
import { lazy } from '../../lazy.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogFile } from './catalog-file.ts';
import type { CatalogSource } from './catalog-source.ts';
import { followContract } from './follow-contract.ts';
import { joinFiles } from './join-files.ts';

/** The shop that ships with assay. */
export const shop = new URL('../../../fixtures/shop.yaml', import.meta.url);

/** Whether a file of a folder belongs to its catalog, by its name. */
export const isCatalogFileName = (name: string): boolean => /^[^.].*\.(ya?ml|json|ndjson)$/i.test(name);

/** Whether a file has a product a line. */
const isLineFile = (path: string | URL): path is string =>
  typeof path === 'string' && /\.ndjson$/i.test(path);

/** Called with the next step while a catalog is read. */
type OnStep = (step: string) => void;

/** Nothing changes a catalog, so that a process that needs the one that ships with assay again has it already. */
const shipped = lazy(async () => {
  const prebuilt = await readPrebuilt<CatalogFile>(prebuiltFiles.shop);
  if (!prebuilt) return readAfresh(shop);
  const part = { value: prebuilt as unknown as Json, where: () => 'shop.yaml' };
  return joinFiles([{ part, file: prebuilt }]);
});

/**
 * Reads a catalog in YAML or JSON, with products in lines of JSON if there are many: a file, or all such files of a
 * folder; by default the shop that ships with assay.
 * With a contract, a catalog of somebody's own has to satisfy it; the shop follows it.
 */
export async function loadCatalog(
  path: string | URL = shop,
  contract?: Contract,
  onStep?: OnStep,
): Promise<Catalog> {
  return path === shop ? followContract(await shipped(), contract) : readAfresh(path, contract, onStep);
}

async function readAfresh(
  path: string | URL,
  contract?: Contract,
  onStep: OnStep = () => {},
): Promise<Catalog> {
  // The parsers and validators are slow to load, so they are imported only if needed.
  const { assembleCatalog } = await import('./build-catalog.ts');
  const { readYaml } = await import('../../yaml/yaml-file.ts');
  const files = path instanceof URL ? [path] : await filesOf(path);
  const parts: CatalogSource[] = [];
  const [lineFiles, others] = [files.filter(isLineFile), files.filter((file) => !isLineFile(file))];
  for (const [index, file] of others.entries()) {
    onStep(`reading file ${index + 1} of ${files.length}: ${file}`);
    const { value, where } = await readYaml(file);
    // The text is not kept, as that of a large catalog takes much memory.
    parts.push({ value, where });
  }
  const { readProductLines } = await import('./read-product-lines.ts');
  const lines = await readProductLines(lineFiles, contract, onStep);
  onStep('checking the catalog');
  return assembleCatalog(parts, contract, lines);
}

async function filesOf(path: string): Promise<string[]> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`${path}: cannot be read (${error.code ?? error.message}); check the path.`);
  });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter(isCatalogFileName).sort();
  if (names.length === 0)
    throw new UserError(`${path}: the folder contains no YAML or JSON file; add a catalog there.`);
  return names.map((name) => join(path, name));
}
