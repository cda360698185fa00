import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Expected } from './outcome.ts';

/** The servers of `examples/` whose contract is their own, by the names of their folders. */
export const examples = ['library', 'orders', 'events'] as const;

export type Example = (typeof examples)[number];

/** A server of `examples/` that behaves differently: what is replaced in its source, and by what. */
export interface Variant {
  readonly name: string;
  readonly expected: Expected;
  readonly edits: readonly Edit[];
}

interface Edit {
  readonly replace: string;
  readonly by: string;
}

/** Returns the folder of an example. */
export function exampleFolder(example: Example): string {
  return join(import.meta.dirname, '../../examples', example);
}

/** Reads the variants of an example from the file of its name. */
export async function variantsOf(example: Example): Promise<Variant[]> {
  const file = join(import.meta.dirname, `${example}.yaml`);
  const table: Record<Expected, Record<string, readonly Edit[]>> = parse(await readFile(file, 'utf8'));
  const read = (expected: Expected): Variant[] =>
    Object.entries(table[expected]).map(([name, edits]) => ({ name, expected, edits }));
  return [...read('violates'), ...read('warns'), ...read('conforms')];
}

/** Returns the source of a server with the edits of a variant, each of which must match exactly once. */
export function edited(source: string, { name, edits }: Variant): string {
  return edits.reduce((text, { replace, by }) => {
    const parts = text.split(replace);
    if (parts.length !== 2) throw new Error(`"${name}" replaces what is not there once: ${replace}`);
    return parts.join(by);
  }, source);
}
