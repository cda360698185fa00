import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { UserError } from '../../../src/errors.ts';
import type { Catalog } from '../../../src/stub/catalog/catalog.ts';
import type { Choices } from '../../../src/stub/choices/choices.ts';
import { checkWritable, writeWhole } from '../../report/files/write.ts';
import { targetOfCatalog } from '../../stub-target/catalog-target.ts';
import { schemaLine } from '../../target/schema-line.ts';
import { type Io, resolvePath } from '../io/io.ts';
import { relativeTo } from '../options/overlays.ts';

/** What a stub is described by to its operator. */
type DescribedStub = {
  readonly catalog: Catalog;
  readonly baseUrl: string;
  readonly choices: Partial<Choices>;
};

/** Makes sure that a target file can be written, and over nothing else than a target file. */
export async function checkTargetFile(path: string, io: Io): Promise<void> {
  const file = resolvePath(io, path);
  await checkWritable(file);
  const text = await readFile(file, 'utf8').catch(() => '');
  if (text.trim() !== '' && !/^(#.*target\.schema\.json|baseUrl:|\{\s*"baseUrl")/m.test(text))
    throw new UserError(`${path} is no target file, and is not written over; name another file.`);
}

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
