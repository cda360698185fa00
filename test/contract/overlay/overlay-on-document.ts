import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { overlaid } from '../../../src/contract/overlay.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import { overlayOf } from '../edited-contract.ts';

/** Reads and applies an Overlay. The position of a value is its line in the Overlay, or `original`. */
export async function overlay(document: JsonObject, text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-overlay-'));
  const file = join(folder, 'o.yaml');
  const withoutFolder = (text: string): string => text.replace(`${folder}/`, '');
  try {
    await writeFile(file, text);
    const changed = await overlaid({ document, where: () => 'original' }, [file]);
    return { ...changed, where: (...path: string[]) => withoutFolder(changed.where(path)) };
  } catch (error) {
    throw error instanceof Error ? withoutFolder(`${error.name} ${error.message}`) : error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The document after an Overlay with some actions. */
export const apply = async (document: JsonObject, actions: string, version?: string) =>
  (await overlay(document, overlayOf(actions, version))).document;
