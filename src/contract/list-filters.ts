import { UserError } from '../errors.ts';
import { at, defined, isObject, type Json, type JsonObject, objectIn, type Path } from '../json/json.ts';
import { typesOf } from '../json/schema-at.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { attributesIn, checkParameter, keywordsIn, type Named, placeOfAttribute } from './stated-queries.ts';
import {
  demandOf,
  filledIn,
  fitsName,
  hasPlaceholder,
  type Pair,
  readBack,
  readTemplate,
  type Template,
  templateParameters,
  type Words,
} from './templates.ts';

/** What operators of filters may mean. The stub and the judge each have a table with an entry for each. */
export const meanings = [
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'in',
  'contains',
  'startswith',
  'endswith',
] as const;

export type Meaning = (typeof meanings)[number];

/** One operator on one attribute, and how the condition is written. */
export type FilterField = {
  readonly operator: string;
  readonly means: Meaning;
  readonly attribute: string;
  readonly place: Path;
  /** The schema of the values at that place. */
  readonly schema: unknown;
  /** The schema of the parameter that is the value, if there is one. */
  readonly parameter?: JsonObject;
  readonly template: Template;
  /** Whether a condition may name several values: it finds any of them, and for `ne` none. */
  readonly takesSeveral: boolean;
  /** Whether each of them is a parameter of its own. */
  readonly isRepeated: boolean;
  /** The meaning; if an earlier operator means the same of the attribute, with its own name. */
  readonly named: string;
  /** The attribute; if an earlier operator has it too, with that name before it. */
  readonly key: string;
};

/** How a listing is filtered. */
export type FilterForm = {
  readonly template: Template;
  readonly fields: readonly FilterField[];
  /** The parameters that conditions may be in, as far as the contract names their operators and attributes. */
  readonly names: readonly string[];
  /** The parameter that all filters are in, if there is one. */
  readonly parameter?: string;
  /** What a condition with an unknown operator or attribute may name beside it. */
  readonly besideUnknown: readonly Words[];
  /** The text between two conditions that both hold; without it they are further parameters. */
  readonly and?: string;
  /** The text between two conditions of which one holds. */
  readonly or?: string;
};

/** One condition; its operator and its attribute may be unknown to the contract. */
type FilterCondition = {
  readonly operator: string;
  readonly attribute: string;
  readonly value: string;
};

/** Several conditions are joined by the same word. */
type JoinedConditions = {
  readonly conditions: readonly FilterCondition[];
  readonly join?: 'and' | 'or';
};

export const filterKeywords = ['template', 'queryables', 'operators', 'and', 'or'];

/** Reads the `filter` of an `x-list`. What is wrong in it is a {@link UserError} with its line. */
export function readFilterForm(stated: Json, has: Named, where: Where): FilterForm {
  const hint = 'template, queryables and operators';
  const own = keywordsIn(stated, { what: 'filter', known: filterKeywords, hint }, where);
  const template = templateAt(own.template, where(['template']));
  const queryables = readQueryables(own.queryables, has, where);
  const operators = readOperators(own.operators, queryables, where);
  const written: WrittenFields = new Map();
  const fields = operators.flatMap(({ name, means, on, template: special, at }) =>
    on.map((attribute) => {
      const queryable = queryables.get(attribute);
      const used = special ?? queryable?.template ?? template;
      checkNames(used, { attribute, operator: name }, has, special ? at : where(['template']));
      const pairs = filledIn(used, { attribute, operator: name });
      checkApart(written, pairs.join('&'), { means, attribute }, at);
      const [whole = ''] = pairs.find(([, value]) => value === '{value}') ?? [];
      const parameter = has.parameter(whole);
      const isRepeated = has.isRepeated(whole);
      const place = queryable?.place ?? [];
      const schema = has.schemaOf(place);
      return {
        operator: name,
        means,
        attribute,
        place,
        schema,
        template: used,
        takesSeveral: means === 'in' || (isRepeated && takesAny(means, schema)),
        isRepeated,
        ...defined({ parameter }),
      };
    }),
  );
  return {
    template,
    fields: withKeys(fields),
    names: [...new Set(fields.flatMap((field) => templateParameters(field.template, conditionWords(field))))],
    besideUnknown: wordsBesideUnknown(template, fields),
    ...defined({ parameter: commonParameter([template, ...fields.map((field) => field.template)]) }),
    ...textsBetween(own, where),
  };
}

function commonParameter(templates: readonly Template[]): string | undefined {
  const names = templates.flatMap((one) => templateParameters(one, {}));
  const [name] = names;
  return name !== undefined && !name.includes('{') && names.every((one) => one === name) ? name : undefined;
}

function wordsBesideUnknown(
  template: Template,
  fields: readonly Pick<FilterField, 'operator' | 'attribute'>[],
): Words[] {
  const words = hasPlaceholder(template, 'operator') ? {} : { operator: fields[0]?.operator ?? '' };
  return [...new Set(fields.map(({ attribute }) => attribute))]
    .map((attribute): Words => ({ ...words, attribute }))
    .concat(isFamily(template) ? [words] : []);
}

/** Whether several values have one meaning; of records with several values too, they may have to have all or any. */
const takesAny = (means: Meaning, schema: unknown): boolean =>
  (means === 'eq' || means === 'ne') && !typesOf(schema).includes('array');

function withKeys(fields: readonly Omit<FilterField, 'named' | 'key'>[]): FilterField[] {
  const known = new Set<string>();
  return fields.map((field) => {
    const { attribute, means, operator } = field;
    const named = known.has(`${means}:${attribute}`) ? `${means}-${operator}` : means;
    const key = known.has(attribute) ? `${named}:${attribute}` : attribute;
    known.add(attribute).add(`${means}:${attribute}`);
    return { ...field, named, key };
  });
}

function templateAt(stated: Json | undefined, place: string): Template {
  if (typeof stated !== 'string')
    throw new UserError(`${place}: the template is no text; write one such as {attribute}={value}.`);
  const read = readTemplate(stated, ['value']);
  if ('wrong' in read)
    throw new UserError(`${place}: the template "${stated}" ${read.wrong}; correct the template.`);
  return read;
}

/** A parameter that a template names itself, or that has the name of an attribute, has to be one of the operation. */
function checkNames(
  template: Template,
  words: { readonly attribute: string; readonly operator: string },
  has: Named,
  place: string,
): void {
  for (const [index, name] of templateParameters(template, words).entries()) {
    const [written] = templateParameters(template, {}).slice(index, index + 1);
    const isWhole = written === name || written === '{attribute}';
    if (isWhole) checkParameter(name, has, place);
  }
}

type WrittenFields = Map<string, Pick<FilterField, 'means' | 'attribute'>>;

/** Only one value and several may be written alike: a list is read as several. */
function checkApart(
  written: WrittenFields,
  text: string,
  { means, attribute }: Pick<FilterField, 'means' | 'attribute'>,
  place: string,
): void {
  const other = written.get(text);
  written.set(text, { means, attribute });
  if (!other || (other.attribute === attribute && [other.means, means].sort().join() === 'eq,in')) return;
  throw new UserError(
    `${place}: ${means} of ${attribute} is written as ${other.means} of ${other.attribute} is, ${text.replace(',', '=')}; give one of them {operator} or a template of its own, or leave both out: a search in several attributes is not checked.`,
  );
}

type Queryable = { readonly place: Path; readonly template?: Template };

function readQueryables(stated: Json | undefined, has: Named, where: Where): ReadonlyMap<string, Queryable> {
  return new Map(
    attributesIn(stated, 'queryables', where).map(([attribute, one]): [string, Queryable] => {
      const line = where(['queryables', attribute]);
      const place = placeOfAttribute(isObject(one) ? one.at : one, has, line);
      const own = isObject(one) ? one.template : undefined;
      return [attribute, { place, ...(own === undefined ? {} : { template: templateAt(own, line) }) }];
    }),
  );
}

type StatedOperator = {
  readonly name: string;
  readonly means: Meaning;
  readonly on: readonly string[];
  readonly template?: Template;
  readonly at: string;
};

function readOperators(
  stated: Json | undefined,
  queryables: ReadonlyMap<string, Queryable>,
  where: Where,
): StatedOperator[] {
  const all = [...queryables.keys()];
  const entries: [string | number, string, Json][] = Array.isArray(stated)
    ? stated.map((name, index) => [index, String(name), name])
    : Object.entries(objectIn(stated)).map(([name, one]) => [name, name, one]);
  if (entries.length === 0)
    throw new UserError(
      `${where(['operators'])}: no operators are named; write a list of ${meanings.join(', ')}.`,
    );
  return entries.map(([step, name, one]) => {
    const place = where(['operators', step]);
    const { means: meant, on, template, ...others } = isObject(one) ? one : { means: one };
    const [other] = Object.keys(others);
    if (other !== undefined)
      throw new UserError(
        `${where(['operators', step, other])}: an operator has no keyword "${other}"; use means, on, template.`,
      );
    const means = meanings.find((meaning) => meaning === meant);
    if (!means)
      throw new UserError(
        `${place}: no operator can mean "${String(meant)}"; use one of ${meanings.join(', ')}.`,
      );
    const names = on === undefined ? all : [on].flat().map(String);
    const unknown = names.find((attribute) => !queryables.has(attribute));
    if (unknown !== undefined)
      throw new UserError(`${place}: "${unknown}" is no attribute of queryables; use ${all.join(' or ')}.`);
    const own = template === undefined ? undefined : templateAt(template, place);
    return { name, means, on: names, at: place, ...defined({ template: own }) };
  });
}

function textsBetween(
  stated: { readonly and?: Json; readonly or?: Json },
  where: Where,
): Pick<FilterForm, 'and' | 'or'> {
  const read = (join: 'and' | 'or'): string | undefined => {
    const text = stated[join];
    if (text === undefined || (typeof text === 'string' && text !== '')) return text;
    throw new UserError(`${where([join])}: "${join}" is no text; write what is between two conditions.`);
  };
  return defined({ and: read('and'), or: read('or') });
}

/** The part of a listing that says how it is filtered. */
type WithFilter = { readonly filter?: FilterForm };

export const filterFields = ({ filter }: WithFilter): readonly FilterField[] => filter?.fields ?? [];

/** The fields whose filters find what is greater than a number or an instant. */
export const lowerBounds = ({ list }: { readonly list?: WithFilter }): readonly FilterField[] =>
  filterFields(list ?? {}).filter(({ means, schema }) => ['gt', 'ge'].includes(means) && !isAnyText(schema));

/** The name of the clauses and rules of a field, whatever its operator and its attribute are called. */
export const clauseName = ({ named, attribute }: FilterField): string =>
  `filter-${`${named}-${attribute}`.replace(/[^A-Za-z0-9_-]+/g, '-')}`;

/** Whether any text may be looked for in a field: it is no enum, number, boolean or instant. */
export const isAnyText = (schema: unknown): boolean =>
  [at(schema, 'type') ?? 'string'].flat().includes('string') &&
  at(schema, 'enum') === undefined &&
  at(schema, 'const') === undefined &&
  !['date-time', 'date'].includes(String(at(schema, 'format')));

/** Whether a filter finds what only contains, begins with or ends in its text. */
export const isByPart = ({ means, schema }: Pick<FilterField, 'means' | 'schema'>): boolean =>
  ['contains', 'startswith', 'endswith'].includes(means) && isAnyText(schema);

/** Whether a filter for a value is to find it in these letters only: a UUID is the same in others (RFC 9562). */
export const distinguishesCase = ({ means, schema }: Pick<FilterField, 'means' | 'schema'>): boolean =>
  means === 'eq' && isAnyText(schema) && at(schema, 'format') !== 'uuid';

/** A condition as rules read it, whatever its style, such as `eq(name,Tent)`. */
const innerText = ({ operator, attribute, value }: FilterCondition): string =>
  `${operator}(${attribute},${value})`;

const conditionForm = /^([^\s(),]+)\(([^\s(),]+),([\s\S]*)\)$/;

const betweenConditions = [
  ['and', /(?<=\)) and (?=[^\s(),]+\()/],
  ['or', /(?<=\)) or (?=[^\s(),]+\()/],
] as const;

function readCondition(text: string): FilterCondition | undefined {
  const [, operator, attribute, value] = conditionForm.exec(text) ?? [];
  return operator !== undefined && attribute !== undefined && value !== undefined
    ? { operator, attribute, value }
    : undefined;
}

/** The conditions in a filter as rules read it; undefined if it is no such filter. */
export function conditionsIn(text: string): JoinedConditions | undefined {
  for (const [join, between] of betweenConditions) {
    const parts = text.split(between);
    const conditions = parts.length > 1 ? parts.flatMap((part) => readCondition(part) ?? []) : [];
    if (conditions.length === parts.length) return { conditions, join };
  }
  const one = readCondition(text);
  return one && { conditions: [one] };
}

/** Several conditions as rules read them. */
export const joinedText = ({ conditions, join = 'and' }: JoinedConditions): string =>
  conditions.map(innerText).join(` ${join} `);

/** A filter as parameters of a query; what is no condition stays as it is. */
export function filterPairs({ filter: form }: WithFilter, text: string): readonly Pair[] {
  if (!form) return [];
  const read = conditionsIn(text);
  const written = read && writeConditions(form, read);
  if (written) return written;
  const parameter = form.parameter;
  if (parameter !== undefined) return [[parameter, text]];
  const end = text.indexOf('=');
  return end < 1 ? [] : [[text.slice(0, end), text.slice(end + 1)]];
}

/** A field as a filter by it is written. */
export const writtenForm = (list: WithFilter, { operator, attribute }: FilterField): string =>
  filterPairs(list, `${operator}(${attribute},…)`)
    .map(([name, value]) => (list.filter?.parameter === undefined ? `${name}=${value}` : value))
    .join('&');

/**
 * The filters that a query states, as rules read them: one, unless it repeats a parameter. Conditions in parameters of their own
 * are in the order of the contract, since the order of parameters is of no meaning.
 */
export function filterIn({ filter: form }: WithFilter, search: URLSearchParams): readonly string[] {
  if (!form) return [];
  const pairs = gathered(form, [...search]);
  const { conditions, unread } = readConditions(form, pairs);
  const raw = unread.map(([name, value]) => (name === form.parameter ? value : `${name}=${value}`));
  const names = pairs.map(([name]) => name).filter((name) => form.names.includes(name));
  const isApart = form.parameter === undefined && new Set(names).size === names.length && raw.length === 0;
  const [first, second] = conditions;
  if (isApart && first && second)
    return [
      joinedText({
        conditions: conditions
          .flatMap((one) => one.conditions)
          .toSorted((one, other) => placeOf(form, one) - placeOf(form, other)),
      }),
    ];
  return [...conditions.map(joinedText), ...raw];
}

const conditionWords = ({ operator, attribute }: Pick<FilterCondition, 'operator' | 'attribute'>) => ({
  operator,
  attribute,
});

export const fieldFor = (
  form: FilterForm,
  condition: Pick<FilterCondition, 'operator' | 'attribute'>,
): FilterField | undefined => form.fields[placeOf(form, condition)];

const placeOf = (
  { fields }: FilterForm,
  { operator, attribute }: Pick<FilterCondition, 'operator' | 'attribute'>,
): number => fields.findIndex((field) => field.operator === operator && field.attribute === attribute);

/** The parameter that holds filters as `operator(attribute,value)`, if they are written so. */
export const grammarParameter = (form: FilterForm): string | undefined =>
  form.template.text.endsWith('={operator}({attribute},{value})') ? form.parameter : undefined;

/** Whether a parameter is one of filters, also for an attribute that the contract does not know. */
export const isFilterName = (form: FilterForm, name: string): boolean =>
  form.names.includes(name) || fitsName(form.template, name);

/** The text of the values of one condition, as its template takes them: in quotes, if its one value is in quotes. */
export function listText({ template }: Pick<FilterField, 'template'>, values: readonly string[]): string {
  return values.join(separatorOf(template));
}

export const listedIn = ({ template }: Pick<FilterField, 'template'>, text: string): readonly string[] =>
  text.split(separatorOf(template));

function separatorOf({ text }: Template): string {
  const [, quote = ''] = /(['"])\{value\}\1/.exec(text) ?? [];
  return `${quote},${quote}`;
}

const listedApart = ({ takesSeveral, isRepeated }: FilterField): boolean => takesSeveral && isRepeated;

/** Each value of a parameter that has one is a pair of its own. */
const spread = (field: FilterField, pairs: readonly Pair[]): readonly Pair[] =>
  listedApart(field)
    ? pairs.flatMap(([name, text]) => listedIn(field, text).map((value): Pair => [name, value]))
    : pairs;

/** The pairs of a query, in which the values of a parameter that has several are one text. */
function gathered(form: FilterForm, pairs: readonly Pair[]): readonly Pair[] {
  const field = (name: string): FilterField | undefined =>
    form.fields.find(
      (one) => listedApart(one) && templateParameters(one.template, conditionWords(one)).includes(name),
    );
  return [...Map.groupBy(pairs, ([name]) => name)].flatMap(([name, some]): readonly Pair[] => {
    const own = some.length > 1 ? field(name) : undefined;
    return own
      ? [
          [
            name,
            listText(
              own,
              some.map(([, value]) => value),
            ),
          ],
        ]
      : some;
  });
}

/** Writes conditions as parameters; undefined if the contract cannot write them. */
export function writeConditions(
  form: FilterForm,
  { conditions, join = 'and' }: JoinedConditions,
): readonly Pair[] | undefined {
  const written = conditions.map((condition) => {
    const field = fieldFor(form, condition);
    if (field) return spread(field, filledIn(field.template, condition));
    return isOpenFor(form, condition) ? filledIn(form.template, condition) : undefined;
  });
  if (written.some((pairs) => pairs === undefined)) return undefined;
  const all = written.flatMap((pairs) => pairs ?? []);
  if (conditions.length < 2) return all;
  const names = written.flatMap((pairs = []) => [...new Set(pairs.map(([one]) => one))]);
  const text = form[join];
  const [[name] = []] = all;
  if (text !== undefined && name !== undefined && all.every(([one]) => one === name))
    return [[name, all.map(([, value]) => value).join(text)]];
  const isApart = new Set(names).size === names.length;
  return join === 'and' && isApart ? all : undefined;
}

/** Whether the template can write an unknown operator or attribute, and both are read back as such. */
const isOpenFor = ({ template, fields }: FilterForm, { operator, attribute }: FilterCondition): boolean =>
  (fields.some((field) => field.operator === operator) || hasPlaceholder(template, 'operator')) &&
  (fields.some((field) => field.attribute === attribute) || isFamily(template)) &&
  hasPlaceholder(template, 'attribute');

/** Whether an unknown attribute is one of the filter, and not any other parameter. */
export const isFamily = (template: Template): boolean =>
  templateParameters(template, {}).every((name) => name !== '{attribute}');

/** What parameters of a query say: conditions, and those that are in parameters of filters and cannot be read. */
type ReadFilters = {
  readonly conditions: readonly JoinedConditions[];
  readonly unread: readonly Pair[];
};

/** Reads the conditions in the parameters of a query. */
export function readConditions(form: FilterForm, pairs: readonly Pair[]): ReadFilters {
  const names = new Set(form.names);
  const parameter = form.parameter;
  const conditions: JoinedConditions[] = [];
  const unread: Pair[] = [];
  let left = pairs;
  for (const field of form.fields.filter(({ template }) => template.pairs.length > 1)) {
    const own = templateParameters(field.template, conditionWords(field));
    const given = left.filter(([name]) => own.includes(name));
    const read = readBack(field.template, conditionWords(field), given);
    if (read?.value === undefined) continue;
    conditions.push({ conditions: [{ ...conditionWords(field), value: read.value }] });
    left = left.filter((pair) => !given.includes(pair));
  }
  for (const pair of left) {
    const read = readPair(form, pair);
    if (read) conditions.push(read);
    else if (names.has(pair[0]) || pair[0] === parameter) unread.push(pair);
  }
  return { conditions, unread };
}

type Parameters = readonly { readonly name: string; readonly in: string; readonly schema: JsonObject }[];

/** The defaults of parameters of a query, which are in force where they are left out. */
export const queryDefaults = (parameters: Parameters): Pair[] =>
  parameters.flatMap(({ name, in: place, schema }): Pair[] =>
    place === 'query' && schema.default !== undefined ? [[name, String(schema.default)]] : [],
  );

/** The conditions that are in force where a query leaves out a parameter with a default. */
export function defaultConditions(
  form: FilterForm,
  parameters: Parameters,
  isLeftOut: (name: string) => boolean = () => true,
): readonly FilterCondition[] {
  const pairs = queryDefaults(parameters).filter(([name]) => isLeftOut(name));
  return readConditions(form, pairs).conditions.flatMap(({ conditions }) => conditions);
}

/** Whether a listing leaves records out that no request for it names. */
export const hasDefaultFilter = ({
  list,
  parameters,
}: {
  readonly list?: WithFilter;
  readonly parameters: Parameters;
}): boolean => list?.filter !== undefined && defaultConditions(list.filter, parameters).length > 0;

function readPair(form: FilterForm, [name, value]: Pair): JoinedConditions | undefined {
  for (const join of ['and', 'or'] as const) {
    const text = form[join];
    const parts = text === undefined ? [] : value.split(text);
    const read = parts.flatMap((part) => readOne(form, [name, part]) ?? []);
    if (parts.length > 1 && read.length === parts.length) return { conditions: read, join };
  }
  const condition = readOne(form, [name, value]);
  return condition && { conditions: [condition] };
}

/** Of the fields that a parameter can be read as, the one whose template demands most; else an unknown one. */
function readOne(form: FilterForm, pair: Pair): FilterCondition | undefined {
  let best: { readonly condition: FilterCondition; readonly demand: number } | undefined;
  for (const field of form.fields) {
    const words = conditionWords(field);
    const value = readBack(field.template, words, [pair])?.value;
    if (value === undefined) continue;
    const demand = demandOf(field.template, words) + (isRightNumber(field, value) ? 0.5 : 0);
    if (!best || demand > best.demand) best = { condition: { ...words, value }, demand };
  }
  return best?.condition ?? readUnknown(form, pair);
}

/** Where one template is for one value and for several, a list is several. */
const isRightNumber = ({ means, template }: FilterField, value: string): boolean =>
  value.includes(separatorOf(template)) === (means === 'in');

function readUnknown(form: FilterForm, pair: Pair): FilterCondition | undefined {
  for (const words of form.besideUnknown) {
    const { operator, attribute, value } = readBack(form.template, words, [pair]) ?? {};
    if (operator === undefined || attribute === undefined || value === undefined) continue;
    if (isWord(operator) && isWord(attribute)) return { operator, attribute, value };
  }
  return undefined;
}

const isWord = (text: string): boolean => /^[^\s(),'"]+$/.test(text);

/** Values that have one meaning in every interpretation of the grammar; longer ones may not fit an address. */
const unquotedValue = /^[A-Za-z0-9._-]+(?: [A-Za-z0-9._-]+)*$/;

export const longestSimple = 255;

/** Whether servers of every style take a value as it is. */
export const isSimple = (value: string): boolean =>
  value.length <= longestSimple && unquotedValue.test(value);
