import { UserError } from '../errors.ts';
import { isObject, type Json } from '../json/json.ts';
import { fillIn, oneOf } from '../words.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { type Clause, type Constraint, type Contract, levels } from './contract.ts';

const clauseFields = ['id', 'at', 'level', 'text', 'reading', 'unobservable', 'silent'];

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
  const unknown = Object.keys(entry).find((key) => !clauseFields.includes(key));
  if (unknown !== undefined) {
    throw new UserError(
      `${where(unknown)}: "${unknown}" is an unknown field; a clause has ${clauseFields.join(', ')}.`,
    );
  }
  for (const field of ['id', 'text']) {
    if (typeof entry[field] !== 'string')
      throw new UserError(`${where(field)}: the clause needs "${field}", a string.`);
  }
  if (!levels.some((level) => level === entry.level)) {
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

type Texts = {
  readonly whereClause: (id: string) => string;
  /** The constraints before any Overlay: the text of a clause keeps a number that an Overlay removes, with a note. */
  readonly shipped?: readonly Constraint[];
};

/**
 * Fills values of the contract in the texts that are written. A derived text contains its values already, and they are
 * never read as placeholders.
 */
export function withValues(contract: Contract, { whereClause, shipped = [] }: Texts): Contract {
  const { clauses, constraints } = contract;
  if ([...clauses.values()].every(({ derived }) => derived)) return contract;
  const now = Map.groupBy(constraints, ({ clause }) => clause.id);
  const before = Map.groupBy(shipped, ({ clause }) => clause.id);
  const fill = (clause: Clause): Clause => {
    if (clause.derived) return clause;
    const removed = new Set<string>();
    const text = fillIn(clause.text, (keyword) => {
      const values = keywordValues(now.get(clause.id), keyword);
      const earlier = values.length === 0 ? keywordValues(before.get(clause.id), keyword) : [];
      const [only, another] = [...values, ...earlier];
      if (only === undefined || another !== undefined) {
        const what = `{${keyword}} in the text of clause "${clause.id}"`;
        throw new UserError(
          `${whereClause(clause.id)}: ${what} is the placeholder of ${valueCount(values)}; ${keywordRemedy(keyword)}`,
        );
      }
      if (values.length === 0) removed.add(keyword);
      return only;
    });
    const note = removed.size === 0 ? '' : ` (An Overlay removes ${[...removed].join(' and ')}.)`;
    return { ...clause, text: text + note };
  };
  const filled = new Map([...clauses].map(([id, clause]) => [id, fill(clause)]));
  return {
    ...contract,
    clauses: filled,
    constraints: constraints.map((constraint) => ({
      ...constraint,
      clause: filled.get(constraint.clause.id) ?? constraint.clause,
    })),
  };
}

function keywordValues(constraints: readonly Constraint[] = [], keyword: string): string[] {
  const values = constraints.filter((constraint) => constraint.keyword === keyword).map(({ value }) => value);
  return [...new Set(values.map((value) => oneOf([value].flat().map(valueText))))];
}

const valueText = (value: Json): string => (typeof value === 'string' ? `\`${value}\`` : String(value));

const valueCount = (values: readonly string[]): string =>
  values.length === 0 ? 'no value' : `${values.length} values (${values.join('; ')})`;

const keywordRemedy = (keyword: string): string =>
  `map exactly one ${keyword} to the clause by x-clause in openapi.yaml, or remove it from the text.`;
