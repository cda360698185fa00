import type { Contract } from '../../contract/contract.ts';
import type { Json } from '../../json/json.ts';
import type { Catalog } from './catalog.ts';
import { checkForm } from './catalog-file.ts';
import { type CatalogSource, collectMistakes, type LineFile } from './catalog-source.ts';
import { checkAgainstContract } from './check-against-contract.ts';
import { joinFiles } from './join-files.ts';

/** Builds a catalog from the plain data of one file; `name` is used in error messages. */
export const buildCatalog = (value: unknown, name: string, contract?: Contract): Catalog =>
  assembleCatalog([{ value: value as Json, where: () => name }], contract);

/**
 * Assembles a catalog from its files, which may refer to each other and to files with a product a line.
 * With a contract, the catalog has to satisfy it.
 */
export function assembleCatalog(
  parts: readonly CatalogSource[],
  contract?: Contract,
  lineFiles: readonly LineFile[] = [],
): Catalog {
  const forms = collectMistakes();
  const files = parts.flatMap((part) => {
    const file = forms.note(() => checkForm(part));
    return file ? [{ part, file }] : [];
  });
  forms.end();
  const mistakes = collectMistakes();
  const catalog = joinFiles(files, lineFiles, mistakes);
  if (contract) checkAgainstContract(parts, contract, lineFiles, mistakes);
  mistakes.end();
  return catalog;
}
