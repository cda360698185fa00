import { Fault } from '../fault.ts';
import type { Clause, Constraint } from './contract.ts';

/** What is known of the texts besides the clauses themselves. */
export type Texts = {
  /** Says where the text of a clause stands. */
  readonly whereClause: (id: string) => string;
  /** The constraints before any Overlay: a number that an Overlay drops is still spoken of, and said to be dropped. */
  readonly shipped?: readonly Constraint[];
};

/** Fills the `{keyword}`s of each text from the constraints mapped to the clause, so that no text can lie. */
export function interpolate(
  clauses: ReadonlyMap<string, Clause>,
  constraints: readonly Constraint[],
  { whereClause, shipped = [] }: Texts,
): Map<string, Clause> {
  const now = Map.groupBy(constraints, ({ clause }) => clause.id);
  const before = Map.groupBy(shipped, ({ clause }) => clause.id);
  const fill = (clause: Clause): Clause => {
    const dropped = new Set<string>();
    const text = clause.text.replaceAll(/\{(\w+)\}/g, (_, keyword: string) => {
      const values = valuesOf(now.get(clause.id), keyword);
      const earlier = values.length === 0 ? valuesOf(before.get(clause.id), keyword) : [];
      const [only, another] = [...values, ...earlier];
      if (only === undefined || another !== undefined) {
        const what = `{${keyword}} in the text of clause "${clause.id}"`;
        throw new Fault(`${whereClause(clause.id)}: ${what} stands for ${count(values)}; ${remedy(keyword)}`);
      }
      if (values.length === 0) dropped.add(keyword);
      return only;
    });
    const note = dropped.size === 0 ? '' : ` (An Overlay drops ${[...dropped].join(' and ')}.)`;
    return { ...clause, text: text + note };
  };
  return new Map([...clauses].map(([id, clause]) => [id, fill(clause)]));
}

/** The different values of a keyword, as they are printed. */
function valuesOf(constraints: readonly Constraint[] = [], keyword: string): string[] {
  const values = constraints.filter((constraint) => constraint.keyword === keyword).map(({ value }) => value);
  return [...new Set(values.map((value) => (Array.isArray(value) ? value.join(', ') : String(value))))];
}

const count = (values: readonly string[]): string =>
  values.length === 0 ? 'no value' : `${values.length} values (${values.join('; ')})`;

const remedy = (keyword: string): string =>
  `map exactly one ${keyword} to the clause by x-clause in openapi.yaml, or drop it from the text.`;
