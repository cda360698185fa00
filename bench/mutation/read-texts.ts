import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The text of each file of `folder`, by the name it was asked for with. */
export async function readTexts(
  folder: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const read = async (file: string) => [file, await readFile(join(folder, file), 'utf8')] as const;
  return new Map(await Promise.all(files.map(read)));
}
