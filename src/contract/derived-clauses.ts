import type { Clause, Operation, OperationId } from './contract.ts';
import { fieldsOf, type Meaning } from './list.ts';

/** What an operator promises, by its meaning. */
const texts: Readonly<Record<Meaning, { readonly only: string; readonly all: string }>> = {
  equals: {
    only: 'A filter `{filter}` with a plain value returns no product with another {attribute}.',
    all: 'A filter `{filter}` with a plain value returns every product of the node with that {attribute}.',
  },
  among: {
    only: 'A filter `{filter}` returns no product with another {attribute}.',
    all: 'A filter `{filter}` with one value returns every product of the node with that {attribute}.',
  },
};

/** The clauses of the operators of each listing, as far as nobody wrote them. */
export function filterClauses(
  operations: Readonly<Record<OperationId, Operation>>,
  written: ReadonlyMap<string, Clause>,
): Clause[] {
  return Object.values(operations).flatMap(({ id: operation, list }) =>
    (list ? fieldsOf(list) : []).flatMap(({ operator, means, attribute }) =>
      (['only', 'all'] as const).flatMap((what) => {
        const id = `${operation}/filter-${operator}-${attribute}-${what}`;
        if (written.has(id)) return [];
        const text = texts[means][what]
          .replaceAll('{filter}', `${operator}(${attribute},…)`)
          .replaceAll('{attribute}', attribute);
        return [{ id, at: [`x-list#${operator}/${attribute}`], level: 'must', text, derived: true } as const];
      }),
    ),
  );
}
