import { existsSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../errors.ts';
import { packageRoot } from '../package-root.ts';
import type { Contract } from './contract.ts';

/** The contract that ships with assay, and is the default. */
export const shippedFolder = fileURLToPath(new URL('spec/', packageRoot));

/** The files of a contract that is a folder. All but the OpenAPI file may be left out. */
type ContractFolder = {
  readonly openapi: string;
  /** Clauses that are written; others are derived, unless the OpenAPI file says `x-clauses: complete`. */
  readonly clauses?: string;
  /** What it leaves to a server, beside the choices of kinds. */
  readonly choices?: string;
  /** A folder of rules, experiments and observations that only this contract has. */
  readonly rules?: string;
  /** A file that fills the stub, and says how it serves what no other contract has. */
  readonly stub?: string;
  /** A file or a folder of sample data for the stub. */
  readonly fixtures?: string;
};

const parts = {
  clauses: ['clauses.yaml'],
  choices: ['choices.yaml'],
  rules: ['rules'],
  stub: ['stub/parts.ts', 'stub/parts.js', 'stub/parts.mjs'],
  fixtures: ['fixtures', 'fixtures.yaml'],
} as const;

const openapiNames = ['openapi.yaml', 'openapi.yml', 'openapi.json'] as const;

/** What no path can be is none; who reads it as a file says so. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a path leads to the contract that ships with assay. */
export const isShippedFolder = (path: string): boolean =>
  isFolder(path) && `${realpathSync(path)}${sep}` === shippedFolder;

/** The parts of a contract at a path that is a folder; undefined if it is a file, or if nothing is there. */
export function contractFolderAt(path: string): ContractFolder | undefined {
  if (!isFolder(path)) return undefined;
  const find = (names: readonly string[]): string | undefined =>
    names.map((name) => join(path, name)).find((file) => existsSync(file));
  const openapi = find(openapiNames);
  if (openapi === undefined)
    throw new UserError(
      `${path}: the folder has no OpenAPI file, so it is no contract; name the file openapi.yaml, or name another folder.`,
    );
  const others = Object.entries(parts).flatMap(([part, names]) => {
    const found = find(names);
    return found === undefined ? [] : [[part, found] as const];
  });
  return { openapi, ...Object.fromEntries(others) };
}

/** What a contract has of its folder beside its document and its clauses. */
export const partsOfFolder = ({
  rules,
  stub: file,
  fixtures,
}: ContractFolder): Pick<Contract, 'rules' | 'stub'> => ({
  ...(rules === undefined ? {} : { rules }),
  ...(file === undefined ? {} : { stub: { file, ...(fixtures === undefined ? {} : { fixtures }) } }),
});
