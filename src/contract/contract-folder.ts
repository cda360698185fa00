import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors.ts';

/** The files of a contract that is a folder. All but the OpenAPI file may be left out. */
type ContractFolder = {
  readonly openapi: string;
  /** Clauses that are written; others are derived. */
  readonly clauses?: string;
  /** A folder of rules, experiments and observations that only this contract has. */
  readonly rules?: string;
  /** A file or a folder of sample data for the stub. */
  readonly fixtures?: string;
};

const parts = {
  clauses: ['clauses.yaml'],
  rules: ['rules'],
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
