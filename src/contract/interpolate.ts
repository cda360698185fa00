import { UserError } from '../errors.ts';
import type { Json } from '../json/json.ts';
import type { Clause, Constraint } from './contract.ts';

/** What is needed in addition to the clauses themselves. */
export type Texts = {
  /** The file and line of a clause's text. */
  readonly whereClause: (id: string) => string;
  /** The constraints before any Overlay: a clause keeps a number that an Overlay removes, with a note about it. */
  readonly shipped?: readonly Constraint[];
};

/** Fills in the `{keyword}`s of each text from the constraints of its clause, so that text and schema always agree. */
export function interpolate(
  clauses: ReadonlyMap<string, Clause>,
  constraints: readonly Constraint[],
  { whereClause, shipped = [] }: Texts,
): Map<string, Clause> {
  const now = Map.groupBy(constraints, ({ clause }) => clause.id);
  const before = Map.groupBy(shipped, ({ clause }) => clause.id);
  const fill = (clause: Clause): Clause => {
    const removed = new Set<string>();
    const text = clause.text.replaceAll(/\{(\w+)\}/g, (_, keyword: string) => {
      const values = valuesOf(now.get(clause.id), keyword);
      const earlier = values.length === 0 ? valuesOf(before.get(clause.id), keyword) : [];
      const [only, another] = [...values, ...earlier];
      if (only === undefined || another !== undefined) {
        const what = `{${keyword}} in the text of clause "${clause.id}"`;
        throw new UserError(
          `${whereClause(clause.id)}: ${what} is the placeholder of ${count(values)}; ${remedy(keyword)}`,
        );
      }
      if (values.length === 0) removed.add(keyword);
      return only;
    });
    const note = removed.size === 0 ? '' : ` (An Overlay removes ${[...removed].join(' and ')}.)`;
    return { ...clause, text: text + note };
  };
  return new Map([...clauses].map(([id, clause]) => [id, fill(clause)]));
}

/** The distinct values of a keyword as text. */
function valuesOf(constraints: readonly Constraint[] = [], keyword: string): string[] {
  const values = constraints.filter((constraint) => constraint.keyword === keyword).map(({ value }) => value);
  return [...new Set(values.map((value) => (Array.isArray(value) ? anyOf(value) : shown(value))))];
}

/** Values as `a`, `b` or `c`. */
const anyOf = (values: readonly Json[]): string =>
  values
    .map(shown)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');

const shown = (value: Json): string => (typeof value === 'string' ? `\`${value}\`` : String(value));

const count = (values: readonly string[]): string =>
  values.length === 0 ? 'no value' : `${values.length} values (${values.join('; ')})`;

const remedy = (keyword: string): string =>
  `map exactly one ${keyword} to the clause by x-clause in openapi.yaml, or remove it from the text.`;
