// The clauses of filters and sorts, made from the `x-list` of each operation.

import { fillIn } from '../words.ts';
import type { Clause } from './contract.ts';
import { clauseName, filterFields, type Meaning, writtenForm } from './list-filters.ts';
import { sortClause } from './list-sorts.ts';
import { everyOperation, type WithOperations } from './operations.ts';

type FilterTexts = { readonly only: string; readonly all: string };

const filterTexts: Readonly<Partial<Record<Meaning, FilterTexts>>> = {
  eq: {
    only: 'A filter `{filter}` with a plain value returns no {record} with another {attribute}.',
    all: 'A filter `{filter}` with a plain value returns every {record} of the collection with that {attribute}.',
  },
  in: {
    only: 'A filter `{filter}` returns no {record} with another {attribute}.',
    all: 'A filter `{filter}` with one value returns every {record} of the collection with that {attribute}.',
  },
};

const otherTexts: FilterTexts = {
  only: 'A filter `{filter}` with a plain value returns no {record} whose {attribute} does not match.',
  all: 'A filter `{filter}` with a plain value returns every {record} of the collection whose {attribute} matches.',
};

/** The clauses of each operator on each attribute. */
export const filterClauses = (contract: WithOperations): Clause[] =>
  everyOperation(contract).flatMap(({ id, list, nouns, isProposed }) =>
    (list ? filterFields(list) : []).flatMap((field) =>
      (['only', 'all'] as const).map((what): Clause => {
        const { operator, means, attribute } = field;
        const words = new Map([
          ['filter', writtenForm(list ?? {}, field)],
          ['attribute', attribute],
          ...Object.entries(nouns),
        ]);
        return {
          id: `${id}/${clauseName(field)}-${what}`,
          at: [`x-list#${operator}/${attribute}`],
          level: isProposed ? 'should' : 'must',
          text: fillIn((filterTexts[means] ?? otherTexts)[what], (name) => words.get(name)),
          derived: true,
        };
      }),
    ),
  );

/** The clauses of each sortable. */
export const sortClauses = (contract: WithOperations): Clause[] =>
  everyOperation(contract).flatMap(({ id, list, nouns, isProposed }) =>
    [...(list?.sort?.sortables.keys() ?? [])].map((attribute) => ({
      id: `${id}/${sortClause(attribute)}`,
      at: [`x-list#sort/${attribute}`],
      level: isProposed ? 'should' : 'must',
      text: `A listing that is sorted by ${attribute} has its ${nouns.records} in that order.`,
      derived: true,
    })),
  );
