import type { KindChoiceId } from '../contract/choices.ts';
import type { Parameter } from '../contract/list.ts';
import { isNeeded } from '../contract/needed-parameters.ts';
import type { Operation } from '../contract/operations.ts';
import { isRepeated, meaningsOf } from '../contract/parameter-text.ts';
import { compileSchema } from '../contract/validate.ts';
import { lazy } from '../once.ts';
import type { Choices } from './choices.ts';
import type { Incoming, Setup } from './operation.ts';
import { parameterPointer, violationReason } from './reasons.ts';
import { choiceReason, type Problem, type Reason, type Rejection, rejectFor } from './responses.ts';

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

/** Undefined if a percent sign is invalid. */
export function readQuery(raw: string): QueryPairs | undefined {
  try {
    decodeURIComponent(raw);
    return [...new URLSearchParams(`?${raw}`)];
  } catch {
    return undefined;
  }
}

/** The parameters that an operation reads. */
type KnownNames = Pick<ReadonlySet<string>, 'has'>;

type Parameters = {
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly Problem[];
};

/** Reads parameters; several values of a list are one text, with commas between them. */
export function readParameters(
  query: QueryPairs,
  operation: Operation,
  names: KnownNames,
  choices: Choices,
): Parameters {
  if (query.length === 0) return noParameters;
  const values = new Map<string, string>();
  const problems: Problem[] = [];
  const isList = (name: string): boolean =>
    operation.parameters.some((one) => one.name === name && isRepeated(one));
  const problemWith = (name: string, what: string, choice: KindChoiceId): Problem =>
    parameterProblem(operation, name, what, choiceReason(choice));
  for (const [name, value] of query) {
    if (!names.has(name)) {
      if (choices['unknown-parameters'] === 'rejected')
        problems.push(problemWith(name, 'is unknown', 'unknown-parameters'));
    } else if (!values.has(name)) {
      values.set(name, value);
    } else if (isList(name)) {
      values.set(name, `${values.get(name)},${value}`);
    } else if (choices['duplicate-parameters'] === 'rejected') {
      problems.push(problemWith(name, 'is given more than once', 'duplicate-parameters'));
    } else if (choices['duplicate-parameters'] === 'last') {
      values.set(name, value);
    }
  }
  return { values, problems };
}

const noParameters: Parameters = { values: new Map(), problems: [] };

/** What is wrong with a parameter that the contract has. */
export const parameterProblem = (
  operation: Operation,
  name: string,
  what: string,
  reason: Reason = {},
): Problem => ({
  detail: `the parameter ${name} ${what}`,
  source: { parameter: name },
  reason: { pointer: parameterPointer(operation, name), ...reason },
});

/** Checks values in paths and queries by the schemas of their parameters. One of a query may be absent, unless it is required. */
export function createParameterCheck(
  { contract }: Setup,
  operation: Operation,
  isMeant: (parameter: Parameter) => boolean = () => true,
) {
  const checks = operation.parameters
    .filter((one) => (one.in === 'path' || one.in === 'query') && isMeant(one))
    .map((parameter) => ({
      parameter,
      isRequired: isNeeded(parameter),
      validate: lazy(() => compileSchema(parameter.schema)),
    }));
  return ({
    pathParameters,
    queryParameters,
  }: Pick<Incoming, 'pathParameters' | 'queryParameters'>): Problem[] =>
    checks.flatMap(({ parameter, isRequired, validate }) => {
      const { name, in: place, schema } = parameter;
      const text = (place === 'path' ? pathParameters : queryParameters).get(name);
      if (place === 'query' && text === undefined)
        return isRequired ? [parameterProblem(operation, name, 'is required')] : [];
      const [first = [], ...others] = (text === undefined ? [text] : meaningsOf(schema, text)).map(
        validate(),
      );
      const isValid = [first, ...others].some((violations) => violations.length === 0);
      return (isValid ? [] : first).map((violation) =>
        parameterProblem(
          operation,
          name,
          violation.message,
          violationReason(contract, operation, violation, [name]),
        ),
      );
    });
}
