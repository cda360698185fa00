import { stringify } from 'yaml';
import { writeWhole } from '../../../conformance/report/files/write.ts';
import { schemaLine } from '../../../conformance/target/schema-line.ts';
import type { Catalog } from '../../stub/catalog/catalog.ts';
import type { Choices } from '../../stub/choices/choices.ts';
import { targetOfCatalog } from '../../stub-target/catalog-target.ts';
import { type Io, resolvePath } from '../io/io.ts';
import { relativeTo } from '../options/overlays.ts';

/** What a stub is described by to its operator. */
export type DescribedStub = {
  readonly catalog: Catalog;
  readonly baseUrl: string;
  readonly choices: Partial<Choices>;
};

/** Writes the target file for a stub; its first line tells editors where the schema is. */
export async function writeTargetFile(
  path: string,
  { catalog, baseUrl, choices }: DescribedStub,
  overlayPaths: readonly string[],
  io: Io,
): Promise<void> {
  const file = resolvePath(io, path);
  const overlays = relativeTo(io, path, overlayPaths);
  const known = targetOfCatalog(catalog, baseUrl, choices);
  const target = { ...known, ...(overlays.length > 0 ? { overlays } : {}) };
  await writeWhole(file, `#${schemaLine(file)}\n${stringify(target, { lineWidth: 0 })}`);
}
