import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../wire/json.ts';
import type { Clause } from './contract.ts';

/** The contract that ships with assay, parsed and checked. */
export type ReadyContract = { readonly document: JsonObject; readonly clauses: readonly Clause[] };

/** Files in which a build keeps what it parsed and checked, so that it is not done at every start; the sources have none. */
export const readyFiles = { contract: 'spec/contract.ready.json', shop: 'fixtures/shop.ready.json' };

/** Reads what a build made ready; undefined where nothing was built. */
export async function readReady<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
