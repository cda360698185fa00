import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The contracts of `examples/` for which there is a client. */
export const contracts = ['orders', 'library', 'events'] as const;

export type Name = (typeof contracts)[number];

type Edit = { readonly replace: string; readonly by: string };

/** A client that is changed, and what `assay client` has to say of it. */
export type Variant = {
  readonly name: string;
  readonly edits: readonly Edit[];
  /** Changes of the contract that leave more open. */
  readonly contract: readonly Edit[];
  /** The question that it depends on. */
  readonly on?: string;
  /** The words that the report of a wrong request has to contain. */
  readonly names?: readonly string[];
};

type Table = {
  readonly depends: Readonly<
    Record<string, Pick<Variant, 'on' | 'edits'> & Partial<Pick<Variant, 'contract'>>>
  >;
  readonly wrong: Readonly<Record<string, Pick<Variant, 'names' | 'edits'>>>;
  readonly sound: Readonly<Record<string, readonly Edit[]>>;
};

/** Reads the variants of a client from the file of its name. */
export async function variantsOf(name: Name): Promise<readonly Variant[]> {
  const table: Table = parse(await readFile(join(import.meta.dirname, `${name}.yaml`), 'utf8'));
  return [
    { name: 'as it is', edits: [], contract: [] },
    ...Object.entries({ ...table.depends, ...table.wrong }).map(([title, one]) => ({
      contract: [],
      ...one,
      name: title,
    })),
    ...Object.entries(table.sound).map(([title, edits]) => ({ name: title, edits, contract: [] })),
  ];
}

/** Returns a text with some edits, each of which must match exactly once. */
export const edited = (source: string, name: string, edits: readonly Edit[]): string =>
  edits.reduce((text, { replace, by }) => {
    const parts = text.split(replace);
    if (parts.length !== 2) throw new Error(`"${name}" replaces what is not there once: ${replace}`);
    return parts.join(by);
  }, source);

export const contractOf = (name: Name): string =>
  join(import.meta.dirname, '../../examples', name, 'openapi.yaml');

export const clientOf = (name: Name): Promise<string> =>
  readFile(join(import.meta.dirname, `${name}.mjs`), 'utf8');
