import type { Parameter } from '../../contract/contract.ts';
import type { Choices, StubChoiceId } from '../choices/choices.ts';
import { choiceReason } from '../replies/reason.ts';
import type { Problem } from '../replies/rejection.ts';
import type { QueryPairs } from './parse-query.ts';

/** The query parameters of one operation with one value each, and what is wrong with them. */
type Parameters = {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
};

/** The names of the query parameters that an operation declares. */
export const queryNames = (declared: readonly Parameter[]): ReadonlySet<string> =>
  new Set(declared.filter((parameter) => parameter.in === 'query').map(({ name }) => name));

/** Reads the query parameters with certain names. */
export function readParameters(query: QueryPairs, names: ReadonlySet<string>, choices: Choices): Parameters {
  if (query.length === 0) return none;
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [name, value] of query) {
    if (!names.has(name)) {
      if (choices['unknown-parameters'] === 'rejected')
        problems.push(about(name, 'is unknown', 'unknown-parameters'));
    } else if (!values.has(name)) {
      values.set(name, value);
    } else if (choices['duplicate-parameters'] === 'rejected') {
      problems.push(about(name, 'is given more than once', 'duplicate-parameters'));
    } else if (choices['duplicate-parameters'] === 'last') {
      values.set(name, value);
    }
  }
  return { values, problems };
}

const none: Parameters = { values: new Map(), problems: [] };

const about = (name: string, what: string, choice: StubChoiceId): Problem => ({
  detail: `the parameter ${name} ${what}`,
  source: { parameter: name },
  reason: choiceReason(choice),
});
