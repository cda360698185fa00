import type { OperationId, Parameter } from '../contract/contract.ts';
import { compile } from '../contract/validate.ts';
import { lazy } from '../once.ts';
import type { Choices, StubChoiceId } from './choices.ts';
import type { Setup } from './operation.ts';
import { choiceReason, type Problem, type Rejection, rejectFor } from './responses.ts';

export function applyBracketChoice(
  search: string,
  choices: Choices,
): { readonly search: string } | Rejection {
  const choice = choices['raw-brackets'];
  if (choice === 'same' || !/[[\]]/.test(search)) return { search };
  if (choice === 'rejected')
    return rejectFor('raw-brackets', 400, 'the query contains brackets that are not percent-encoded');
  const kept = search.split('&').filter((pair) => !/^[^=]*[[\]]/.test(pair));
  return { search: kept.join('&') };
}

type QueryPairs = readonly (readonly [name: string, value: string])[];

/** `+` is a space; brackets may be raw or encoded. Undefined if a percent sign is invalid. */
export function readQuery(raw: string): QueryPairs | undefined {
  if (raw === '') return [];
  try {
    return raw
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decode(name), decode(value.join('='))];
      });
  } catch {
    return undefined;
  }
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

type Parameters = {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
};

export const queryNames = (declared: readonly Parameter[]): ReadonlySet<string> =>
  new Set(declared.filter((parameter) => parameter.in === 'query').map(({ name }) => name));

export function readParameters(query: QueryPairs, names: ReadonlySet<string>, choices: Choices): Parameters {
  if (query.length === 0) return noParameters;
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  for (const [name, value] of query) {
    if (!names.has(name)) {
      if (choices['unknown-parameters'] === 'rejected')
        problems.push(problemWith(name, 'is unknown', 'unknown-parameters'));
    } else if (!values.has(name)) {
      values.set(name, value);
    } else if (choices['duplicate-parameters'] === 'rejected') {
      problems.push(problemWith(name, 'is given more than once', 'duplicate-parameters'));
    } else if (choices['duplicate-parameters'] === 'last') {
      values.set(name, value);
    }
  }
  return { values, problems };
}

const noParameters: Parameters = { values: new Map(), problems: [] };

const problemWith = (name: string, what: string, choice: StubChoiceId): Problem => ({
  detail: `the parameter ${name} ${what}`,
  source: { parameter: name },
  reason: choiceReason(choice),
});

export function createPathCheck({ contract, pointers }: Setup, id: OperationId) {
  const checks = contract.operations[id].parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => ({ name, validate: lazy(() => compile(schema)) }));
  return (values: ReadonlyMap<string, string>): Problem[] =>
    checks.flatMap(({ name, validate }) =>
      validate()(values.get(name)).map((violation) => ({
        detail: `${name} ${violation.message}`,
        source: { parameter: name },
        reason: pointers.violation(id, violation, [name]),
      })),
    );
}
