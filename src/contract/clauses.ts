import { UserError } from '../errors.ts';
import { isObject, type Json } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import type { Clause, Level } from './contract.ts';

const levels: readonly Json[] = ['must', 'should', 'unspecified'] satisfies Level[];
const known = ['id', 'at', 'level', 'text', 'reading', 'unobservable', 'silent'];

/** Reads the entries of clauses.yaml. */
export function readClauses(entries: Json, where: Where): Map<string, Clause> {
  if (!Array.isArray(entries)) {
    throw new UserError(`${where([])}: expected a list of clauses; start each with "- id:".`);
  }
  const clauses = new Map<string, Clause>();
  for (const [index, entry] of entries.entries()) {
    const clause = readClause(entry, (field) => where(field === undefined ? [index] : [index, field]));
    if (clauses.has(clause.id)) {
      const first = where([[...clauses.keys()].indexOf(clause.id), 'id']);
      throw new UserError(
        `${where([index, 'id'])}: the clause id "${clause.id}" is already used at ${first}; choose another.`,
      );
    }
    clauses.set(clause.id, clause);
  }
  return clauses;
}

function readClause(entry: Json, where: (field?: string) => string): Clause {
  if (!isObject(entry)) {
    throw new UserError(`${where()}: a clause is a map with id, at, level and text; write it as one.`);
  }
  const unknown = Object.keys(entry).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new UserError(
      `${where(unknown)}: "${unknown}" is an unknown field; a clause has ${known.join(', ')}.`,
    );
  }
  for (const field of ['id', 'text']) {
    if (typeof entry[field] !== 'string')
      throw new UserError(`${where(field)}: the clause needs "${field}", a string.`);
  }
  if (!levels.includes(entry.level ?? null)) {
    throw new UserError(
      `${where('level')}: the level of clause "${entry.id}" must be one of ${levels.join(', ')}.`,
    );
  }
  const at = Array.isArray(entry.at) ? entry.at : [entry.at ?? null];
  if (at.length === 0 || at.some((address) => typeof address !== 'string')) {
    throw new UserError(
      `${where('at')}: the clause "${entry.id}" needs "at", an address or a list of addresses.`,
    );
  }
  const missingReason = ['unobservable', 'silent'].find(
    (field) => entry[field] !== undefined && typeof entry[field] !== 'string',
  );
  if (missingReason !== undefined) {
    throw new UserError(
      `${where(missingReason)}: "${missingReason}" of clause "${entry.id}" must be a reason in words; write one.`,
    );
  }
  const { reading: _reading, ...rest } = entry;
  return { ...rest, at } as unknown as Clause;
}
