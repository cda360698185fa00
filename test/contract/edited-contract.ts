import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
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

const spec = fileURLToPath(new URL('../../spec/', import.meta.url));

/** What was copied, until the process ends: rules are read when they are first needed. */
const copies: string[] = [];
process.on('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true });
});

/** Loads a contract from an edited copy of its folder; error messages name the files without it. */
export async function loadEdited({ openapi = [], clauses = [], overlays = [] }: Edited): Promise<Contract> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-contract-'));
  copies.push(folder);
  const place = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const isCopied = openapi.length + clauses.length > 0;
  if (isCopied) {
    await place('openapi.yaml', await edited('openapi.yaml', openapi));
    await place('clauses.yaml', await edited('clauses.yaml', clauses));
    for (const name of await readdir(spec))
      if (!['openapi.yaml', 'clauses.yaml'].includes(name))
        await symlink(join(spec, name), join(folder, name));
  }
  try {
    return await loadContract({
      ...(isCopied ? { openapi: folder } : {}),
      overlays: await Promise.all(overlays.map((text, index) => place(`overlay-${index + 1}.yaml`, text))),
    });
  } catch (error) {
    if (error instanceof Error)
      error.message = error.message.replaceAll(`${folder}/`, '').replaceAll(spec, '');
    throw error;
  }
}

/** The text of a file of the contract with each edit applied once. */
export async function edited(name: string, edits: readonly Edit[]): Promise<string> {
  let text = await readFile(join(spec, name), 'utf8');
  for (const [from, to] of edits) {
    if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`);
    text = text.replace(from, () => to);
  }
  return text;
}

/** An Overlay with some actions, the first of which is on line 6. */
export const overlayOf = (actions: string, version = '1.0.0'): string =>
  `overlay: ${version}\ninfo:\n  title: a change\n  version: '1'\nactions:\n${actions}`;
