import type { OperationId, Parameter } from '../contract/contract.ts';
import { compile } from '../contract/validate.ts';
import { lazy } from '../once.ts';
import type { Choices, StubChoiceId } from './choices.ts';
import type { Setup } from './operation.ts';
import { choiceReason, type Problem, type Reason, type Rejection, reject } from './responses.ts';

/** Reads brackets that are in a raw query as they are, overlooks parameters named with them or rejects the query. */
export function mindBrackets(search: string, choices: Choices): { readonly search: string } | Rejection {
  const choice = choices['raw-brackets'];
  if (choice === 'same' || !/[[\]]/.test(search)) return { search };
  if (choice === 'rejected')
    return reject(400, [
      {
        detail: 'the query contains brackets that are not percent-encoded',
        reason: choiceReason('raw-brackets'),
      },
    ]);
  const kept = search.split('&').filter((pair) => !/^[^=]*[[\]]/.test(pair));
  return { search: kept.join('&') };
}

/** The parameters of a query in their order, with names and values decoded. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/**
 * Parses a raw query like a form: `+` is a space, brackets may be raw or percent-encoded.
 * Undefined if a percent sign does not start an encoded UTF-8 character.
 */
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

/** Returns what is wrong with the path parameters of a request. */
type PathCheck = (values: ReadonlyMap<string, string>) => Problem[];

/** Creates the check of the path parameters of an operation from the contract. */
export function createPathCheck({ contract, pointers }: Setup, id: OperationId): PathCheck {
  const checks = contract.operations[id].parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => ({ name, validate: lazy(() => compile(schema)) }));
  return (values) =>
    checks.flatMap(({ name, validate }) =>
      validate()(values.get(name)).map((violation) => ({
        detail: `${name} ${violation.message}`,
        source: { parameter: name },
        reason: pointers.violation(id, violation, [name]),
      })),
    );
}

/** A number from a query, and what is wrong with it. */
type ReadInteger = { readonly value: number; readonly problems: readonly Problem[] };

/** Returns the value to use, or what is wrong with the given one and the choice that rejects it. */
export type Decide = (given: number) => number | { readonly what: string; readonly choice: StubChoiceId };

/** Creates the reader of one integer parameter of the listing; `absent` is the value if it is missing. */
export function createIntegerReader({ contract, pointers }: Setup, name: string, decide: Decide) {
  const { parameters } = contract.operations['node-products'];
  const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
  const validate = lazy(() => compile(schema));
  const pointer = pointers.parameter('node-products', name);
  const problem = (what: string, reason: Reason): Problem => ({
    detail: `${name} ${what}`,
    source: { parameter: name },
    reason: { pointer, ...reason },
  });

  return (query: ReadonlyMap<string, string>, absent: number): ReadInteger => {
    const text = query.get(name);
    if (text === undefined) return { value: absent, problems: [] };
    const given = coerce(text);
    const problems = validate()(given).map((violation) =>
      problem(violation.message, pointers.violation('node-products', violation, [name])),
    );
    if (problems.length > 0 || typeof given === 'string') return { value: absent, problems };
    const decision = decide(given);
    if (typeof decision === 'number') return { value: decision, problems: [] };
    return { value: absent, problems: [problem(decision.what, choiceReason(decision.choice))] };
  };
}

const bound = 2n ** 63n;

/** The number if a text is a 64-bit integer; otherwise the text unchanged, for the contract to reject. */
function coerce(text: string): number | string {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  if (!/^[+-]?0*\d{1,19}$/.test(text)) return text;
  const integer = BigInt(text.replace('+', ''));
  return integer >= -bound && integer < bound ? Number(integer) : text;
}
