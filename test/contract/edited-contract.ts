import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Contract } from '../../src/contract/contract.ts';
import { loadContract } from '../../src/contract/load.ts';

/** A replacement in the text of a file. */
export type Edit = readonly [text: string, other: string];

/** Edits to copies of the files of the contract, and whole Overlays. */
export type Edited = {
  readonly openapi?: readonly Edit[];
  readonly clauses?: readonly Edit[];
  readonly overlays?: readonly string[];
};

const spec = new URL('../../spec/', import.meta.url);

/** Loads a contract from edited copies; error messages name the copies without their folder. */
export async function loadEdited({ openapi = [], clauses = [], overlays = [] }: Edited) {
  const folder = await mkdtemp(join(tmpdir(), 'assay-contract-'));
  const place = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const bare = (text: string): string =>
    text.replaceAll(`${folder}/`, '').replaceAll(fileURLToPath(spec), '');
  try {
    const placed = async (name: string, edits: readonly Edit[]): Promise<string | URL> =>
      edits.length === 0 ? new URL(name, spec) : place(name, await edited(name, edits));
    const contract: Contract = await loadContract({
      // Without clauses, a document is a contract of its own.
      ...(openapi.length + clauses.length === 0
        ? {}
        : {
            openapi: await placed('openapi.yaml', openapi),
            clauses: await placed('clauses.yaml', clauses),
          }),
      overlays: await Promise.all(overlays.map((text, index) => place(`overlay-${index + 1}.yaml`, text))),
    });
    return contract;
  } catch (error) {
    if (error instanceof Error) error.message = bare(error.message);
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The text of a file of the contract with each edit applied once. */
export async function edited(name: string, edits: readonly Edit[]): Promise<string> {
  let text = await readFile(new URL(name, spec), 'utf8');
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`);
    text = text.replace(from, () => to);
  }
  return text;
}

/** An Overlay with some actions, the first of which is on line 6. */
export const overlayOf = (actions: string, version = '1.0.0'): string =>
  `overlay: ${version}\ninfo:\n  title: a change\n  version: '1'\nactions:\n${actions}`;
