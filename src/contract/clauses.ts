import { Fault } from '../fault.ts';
import { isObject, type Json } from '../wire/json.ts';
import type { Clause, Constraint, Level } from './contract.ts';

const levels: readonly Json[] = ['must', 'should', 'unspecified'] satisfies Level[];
const known = ['id', 'at', 'level', 'text', 'reading', 'shares', 'unobservable', 'silent', 'unchosen'];

/** Reads the entries of clauses.yaml; `where` gives the place of entry number n, for messages. */
export function readClauses(entries: Json, where: (index: number) => string): Map<string, Clause> {
  if (!Array.isArray(entries))
    throw new Fault(`${where(0)}: expected a list of clauses; begin each with "- id:".`);
  const clauses = new Map<string, Clause>();
  for (const [index, entry] of entries.entries()) {
    const clause = readClause(entry, where(index));
    if (clauses.has(clause.id))
      throw new Fault(`${where(index)}: the clause id "${clause.id}" is taken; choose another.`);
    clauses.set(clause.id, clause);
  }
  return clauses;
}

function readClause(entry: Json, where: string): Clause {
  if (!isObject(entry)) throw new Fault(`${where}: a clause is a map with id, at, level and text.`);
  const stray = Object.keys(entry).find((key) => !known.includes(key));
  if (stray)
    throw new Fault(`${where}: "${stray}" is not a field of a clause; the fields are ${known.join(', ')}.`);
  for (const field of ['id', 'text']) {
    if (typeof entry[field] !== 'string') throw new Fault(`${where}: the clause needs "${field}", a string.`);
  }
  if (!levels.includes(entry.level ?? null)) {
    throw new Fault(`${where}: the level of clause "${entry.id}" is one of ${levels.join(', ')}.`);
  }
  const at = Array.isArray(entry.at) ? entry.at : [entry.at ?? null];
  if (at.length === 0 || at.some((address) => typeof address !== 'string')) {
    throw new Fault(`${where}: the clause "${entry.id}" needs "at", an address or a list of addresses.`);
  }
  const { reading: _reading, ...rest } = entry;
  return { ...rest, at } as unknown as Clause;
}

/** Fills the `{keyword}`s of each text from the constraints mapped to the clause, so that no text can lie. */
export function interpolate(
  clauses: ReadonlyMap<string, Clause>,
  constraints: readonly Constraint[],
): Map<string, Clause> {
  const filled = new Map<string, Clause>();
  for (const clause of clauses.values()) {
    const own = constraints.filter((constraint) => constraint.clause.id === clause.id);
    const text = clause.text.replaceAll(/\{(\w+)\}/g, (_, keyword: string) => printed(clause, keyword, own));
    filled.set(clause.id, { ...clause, text });
  }
  return filled;
}

function printed(clause: Clause, keyword: string, constraints: readonly Constraint[]): string {
  const values = constraints.filter((constraint) => constraint.keyword === keyword).map(({ value }) => value);
  const distinct = [
    ...new Set(values.map((value) => (Array.isArray(value) ? value.join(', ') : String(value)))),
  ];
  const [only] = distinct;
  if (only === undefined || distinct.length > 1) {
    throw new Fault(
      `clauses.yaml, clause "${clause.id}": {${keyword}} stands for ${distinct.length} values; map exactly one by x-clause in openapi.yaml, or drop it from the text.`,
    );
  }
  return only;
}
