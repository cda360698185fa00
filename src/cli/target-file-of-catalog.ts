import { stringify } from 'yaml';
import { writeWhole } from '../../conformance/report/write.ts';
import { schemaLine } from '../../conformance/target/schema-line.ts';
import type { Catalog } from '../stub/catalog.ts';
import { seenFrom } from './overlays.ts';
import { targetOfCatalog } from './target-of-catalog.ts';

/** Writes the target file of a stub that serves this catalog, with the line by which editors find its schema. */
export async function writeTargetFile(
  file: string,
  catalog: Catalog,
  baseUrl: string,
  overlays: readonly string[],
): Promise<void> {
  const seen = seenFrom(file, overlays);
  const target = { ...targetOfCatalog(catalog, baseUrl), ...(seen.length > 0 ? { overlays: seen } : {}) };
  await writeWhole(file, `#${schemaLine(file)}\n${stringify(target, { lineWidth: 0 })}`);
}
