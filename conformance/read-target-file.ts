import { dirname, resolve } from 'node:path';
import { besideTarget } from './house/load.ts';
import { readTarget } from './target/read.ts';
import { readFrom, type TargetFile } from './target/target-file.ts';

/**
 * Reads a target file, `${ENV}` expanded, paths in it taken from where it lies.
 * Any mistake in it is a `UserError` that names file, line and what to do.
 */
export async function readTargetFile(path: string): Promise<TargetFile> {
  const { file, origins } = await readTarget(path);
  const overlays = (file.overlays ?? []).map((overlay) => resolve(dirname(path), overlay));
  const { baseUrl } = file;
  const from = { path: resolve(path), origins, ...(baseUrl === undefined ? {} : { baseUrl }) };
  return { ...file, overlays, ...besideTarget(resolve(dirname(path)), file), [readFrom]: from };
}
