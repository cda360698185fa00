import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../wire/json.ts';
import { applyOverlay } from './overlay.ts';
import { readOverlay } from './overlay-file.ts';
import { overlayOf } from './testing.ts';

/** Reads an Overlay and applies it; where a value stands is told as the line in the Overlay, or as `bare`. */
export async function overlay(document: JsonObject, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-overlay-'));
  const file = join(folder, 'o.yaml');
  const remarks: string[] = [];
  const bare = (said: string): string => said.replace(`${folder}/`, '');
  try {
    await writeFile(file, text);
    const read = await readOverlay(file);
    const changed = applyOverlay({ document, where: () => 'bare' }, read, (said) => remarks.push(bare(said)));
    return { ...changed, where: (...path: string[]) => bare(changed.where(path)), remarks };
  } catch (error) {
    throw error instanceof Error ? bare(`${error.name} ${error.message}`) : error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The document that an Overlay of those actions leaves. */
export const apply = async (document: JsonObject, actions: string, version?: string) =>
  (await overlay(document, overlayOf(actions, version))).document;
