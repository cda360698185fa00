import { Fault } from '../fault.ts';
import { isObject, type Json } from '../wire/json.ts';
import type { Clause, Level } from './contract.ts';
import type { Where } from './yaml-file.ts';

const levels: readonly Json[] = ['must', 'should', 'unspecified'] satisfies Level[];
const known = ['id', 'at', 'level', 'text', 'reading', 'shares', 'unobservable', 'silent', 'unchosen'];

/** Reads the entries of clauses.yaml. */
export function readClauses(entries: Json, where: Where): Map<string, Clause> {
  if (!Array.isArray(entries)) {
    throw new Fault(`${where([])}: expected a list of clauses; begin each with "- id:".`);
  }
  const clauses = new Map<string, Clause>();
  for (const [index, entry] of entries.entries()) {
    const clause = readClause(entry, (field) => where(field === undefined ? [index] : [index, field]));
    if (clauses.has(clause.id)) {
      const first = where([[...clauses.keys()].indexOf(clause.id), 'id']);
      throw new Fault(
        `${where([index, 'id'])}: the clause id "${clause.id}" is taken by ${first}; choose another.`,
      );
    }
    clauses.set(clause.id, clause);
  }
  return clauses;
}

function readClause(entry: Json, where: (field?: string) => string): Clause {
  if (!isObject(entry)) {
    throw new Fault(`${where()}: a clause is a map with id, at, level and text; write it as one.`);
  }
  const stray = Object.keys(entry).find((key) => !known.includes(key));
  if (stray !== undefined) {
    throw new Fault(`${where(stray)}: "${stray}" is not a field of a clause; known are ${known.join(', ')}.`);
  }
  for (const field of ['id', 'text']) {
    if (typeof entry[field] !== 'string')
      throw new Fault(`${where(field)}: the clause needs "${field}", a text.`);
  }
  if (!levels.includes(entry.level ?? null)) {
    throw new Fault(
      `${where('level')}: the level of clause "${entry.id}" must be one of ${levels.join(', ')}.`,
    );
  }
  const at = Array.isArray(entry.at) ? entry.at : [entry.at ?? null];
  if (at.length === 0 || at.some((address) => typeof address !== 'string')) {
    throw new Fault(
      `${where('at')}: the clause "${entry.id}" needs "at", an address or a list of addresses.`,
    );
  }
  const wordless = ['shares', 'unobservable', 'silent', 'unchosen'].find(
    (field) => entry[field] !== undefined && typeof entry[field] !== 'string',
  );
  if (wordless !== undefined) {
    throw new Fault(
      `${where(wordless)}: "${wordless}" of clause "${entry.id}" gives a reason; write it in words.`,
    );
  }
  const { reading: _reading, ...rest } = entry;
  return { ...rest, at } as unknown as Clause;
}
