import type { UserError } from '../errors.ts';
import { isObject, type Json, type Path, stepsOf } from '../json/json.ts';
import { onceFor } from '../once.ts';
import { schemaAt } from './schema-at.ts';

/** What operators of filters may mean. The stub and the judge each have a table with an entry for each. */
export const meanings = ['eq', 'in'] as const;

export type Meaning = (typeof meanings)[number];

export type Operator = {
  readonly name: string;
  readonly means: Meaning;
  readonly on: Readonly<Record<string, Path>>;
  /** The parameter whose value is that of the filter; by default it is an operator in the parameter `filter`. */
  readonly parameter?: string;
};

/** The parts of a listing that say how it is filtered. */
type Filtered = { readonly filter: readonly Operator[] };

/** The name of the parameter that takes operators; no contract has another. */
export const filterName = 'filter';

const keywords = ['template', 'queryables', 'operators', 'and', 'or'];

/** Reads the `filter` of an `x-list`; `wrong` makes the error of a path in it. */
export function readFilters(
  stated: Json | undefined,
  record: unknown,
  wrong: (path: Path, sentence: string) => UserError,
): Operator[] {
  if (stated === undefined) return [];
  if (!isObject(stated)) throw wrong([], '"filter" is not an object; write "template" and others below it');
  const unknown = Object.keys(stated).find((name) => !keywords.includes(name));
  if (unknown !== undefined)
    throw wrong([unknown], `"filter" has no keyword "${unknown}"; use ${keywords.join(', ')}`);
  const { template, queryables = {}, operators = {} } = stated;
  const parameterFor = parametersBy(template);
  if (!parameterFor)
    throw wrong(
      ['template'],
      `the template ${JSON.stringify(template)} cannot be read; use "${filterName}={operator}({attribute},{value})" or "{attribute}={value}"`,
    );
  const places = new Map(
    Object.entries(isObject(queryables) ? queryables : {}).map(([attribute, pointer]): [string, Path] => {
      const place = stepsOf(String(pointer));
      if (schemaAt(record, place) !== undefined) return [attribute, place];
      throw wrong(['queryables', attribute], `no record has ${pointer}; correct the place`);
    }),
  );
  const named = Array.isArray(operators)
    ? operators.map((one, index) => [String(one), one, index] as const)
    : Object.entries(isObject(operators) ? operators : {}).map(([name, one]) => [name, one, name] as const);
  return named.flatMap(([name, operator, step]) => {
    const other = Object.keys(isObject(operator) ? operator : {}).find(
      (key) => !['means', 'on', 'template'].includes(key),
    );
    if (other !== undefined)
      throw wrong(
        ['operators', step, other],
        `an operator has no keyword "${other}"; use means, on, template`,
      );
    const { means: said, on = [...places.keys()] } = isObject(operator) ? operator : { means: operator };
    const means = meanings.find((one) => one === said);
    const path = ['operators', step, ...(isObject(operator) ? ['means'] : [])];
    if (!means) throw wrong(path, `no operator can mean "${said}"; use ${meanings.join(' or ')}`);
    const own = [on].flat().map(String);
    const chosen = own.map((attribute, index): [string, Path] => {
      const place = places.get(attribute);
      if (place) return [attribute, place];
      throw wrong(['operators', step, 'on', index], `no queryable is called "${attribute}"; add it`);
    });
    return parameterFor(name, means, chosen);
  });
}

/** How operators of a template are sent: in one parameter, or each attribute in a parameter of its own. */
function parametersBy(
  template: Json | undefined,
): ((name: string, means: Meaning, places: readonly [string, Path][]) => Operator[]) | undefined {
  if (template === `${filterName}={operator}({attribute},{value})`)
    return (name, means, places) => [{ name, means, on: Object.fromEntries(places) }];
  const [, form] = /^([^={}]*\{attribute\}[^={}]*)=\{value\}$/.exec(String(template)) ?? [];
  if (form === undefined) return undefined;
  return (name, means, places) =>
    places.map(([attribute, place]) => ({
      name,
      means,
      on: { [attribute]: place },
      parameter: form.replace('{attribute}', attribute),
    }));
}

/** A filter as parameters of a query: its own, or an operator in `filter`. */
export function filterPairs({ filter }: Filtered, text: string): readonly (readonly [string, string])[] {
  for (const { name, parameter, on } of filter)
    for (const attribute of Object.keys(on))
      if (parameter !== undefined && text.startsWith(`${name}(${attribute},`) && text.endsWith(')'))
        return [[parameter, text.slice(name.length + attribute.length + 2, -1)]];
  return [[filterName, text]];
}

/** The filter that a query states, as operators are written, whatever parameters it is in. */
export function filterIn({ filter }: Filtered, search: URLSearchParams): readonly string[] {
  const own = filter.flatMap(({ name, parameter, on }) =>
    parameter === undefined
      ? []
      : Object.keys(on).flatMap((attribute) =>
          search.getAll(parameter).map((value) => `${name}(${attribute},${value})`),
        ),
  );
  return [...own, ...search.getAll(filterName)];
}

/** Whether filters are operators in one parameter, so that there are other operators and mistakes of grammar. */
export const hasGrammar = ({ filter }: Filtered): boolean =>
  filter.some(({ parameter }) => parameter === undefined);

export type Field = {
  readonly operator: string;
  readonly means: Meaning;
  readonly attribute: string;
  readonly place: Path;
  /** The attribute; if an earlier operator has it too, with the operator before it. */
  readonly key: string;
};

export const fieldsOf = onceFor(({ filter }: Filtered): readonly Field[] => {
  const known = new Set<string>();
  return filter.flatMap(({ name, means, on }) =>
    Object.entries(on).map(([attribute, place]) => {
      const key = known.has(attribute) ? `${name}:${attribute}` : attribute;
      known.add(attribute);
      return { operator: name, means, attribute, place, key };
    }),
  );
});
