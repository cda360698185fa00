import { readFile } from 'node:fs/promises';
import type { JsonObject } from '../json/json.ts';
import type { Clause } from './contract.ts';

/** The contract that ships with assay, parsed and checked. */
export type PrebuiltContract = { readonly document: JsonObject; readonly clauses: readonly Clause[] };

/** Written by the build, so that the contract and the catalog are not parsed at every start. The sources have none. */
export const prebuiltFiles = { contract: 'spec/contract.ready.json', shop: 'fixtures/shop.ready.json' };

/** Reads a file that the build wrote; undefined if there is none. */
export async function readPrebuilt<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(new URL(`../../${file}`, import.meta.url), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
