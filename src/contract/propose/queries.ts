import { at, isObject, type Json, type Path, pointerTo } from '../../json/json.ts';
import type { Proposal, Question } from './proposal.ts';
import { describedAs, isOfType, isScalar, propertiesOf, type QueryParameter, typesOf } from './schemas.ts';
import { otherParameters, plainName, searchedTexts, sortNames } from './words.ts';

type Queries = {
  readonly proposals: readonly Proposal[];
  readonly questions: readonly Question[];
};

type Field = { readonly path: Path; readonly schema: unknown };

/** The field of a record with a name, at its top or among the attributes of JSON:API. */
function fieldNamed(record: unknown, name: string): Field | undefined {
  const plain = plainName(name);
  const outer = propertiesOf(record);
  const levels: readonly (readonly [Path, unknown])[] = [
    [[], record],
    ...(isObject(outer.attributes) ? [[['attributes'], outer.attributes] as const] : []),
  ];
  for (const [path, schema] of levels)
    for (const [field, one] of Object.entries(propertiesOf(schema)))
      if (plainName(field) === plain && isScalar(one)) return { path: [...path, field], schema: one };
  return undefined;
}

const operatorMeanings: Readonly<Record<string, string>> = {
  eq: 'eq', ne: 'ne', neq: 'ne', not: 'ne', gt: 'gt', gte: 'ge', ge: 'ge', lt: 'lt', lte: 'le', le: 'le',
  in: 'in', contains: 'contains', icontains: 'contains', like: 'contains', startswith: 'startswith', istartswith: 'startswith',
  endswith: 'endswith', iendswith: 'endswith',
}; // biome-ignore format: one glance

type Form = {
  readonly parameter: QueryParameter;
  readonly attribute: string;
  readonly field: Field;
  readonly operator: string;
  readonly means: string;
  readonly template: string;
  readonly why: string;
  readonly sure: Proposal['sure'];
};

const elementOf = (schema: unknown): unknown => (isOfType(schema, 'array') ? at(schema, 'items') : schema);

/** How a parameter is written that names a field of a record: `status`, `filter[status]`, `price_gte`, `name__contains`. */
function formOf(parameter: QueryParameter, record: unknown): Form | undefined {
  const { name } = parameter;
  const found = (attribute: string, template: string, operator = 'eq'): Form | undefined => {
    const field = fieldNamed(record, attribute);
    return (
      field &&
      judged({ parameter, attribute, field, template, operator, means: operatorMeanings[operator] ?? 'eq' })
    );
  };
  const [, outer, inner, within] = /^(filters?|where)\[([\w.-]+)\](?:\[\$?(\w+)\])?$/.exec(name) ?? [];
  if (outer !== undefined && inner !== undefined) {
    const mark = within === undefined ? '' : `[${name.includes('[$') ? '$' : ''}{operator}]`;
    const isKnown = within === undefined || within in operatorMeanings;
    return isKnown ? found(inner, `${outer}[{attribute}]${mark}={value}`, within) : undefined;
  }
  const [, prefix, rest] = /^(filters?[._])([\w-]+)$/.exec(name) ?? [];
  if (prefix !== undefined && rest !== undefined) return found(rest, `${prefix}{attribute}={value}`);
  if (otherParameters.includes(plainName(name))) return undefined;
  const whole = found(name, '{attribute}={value}');
  if (whole) return whole;
  const [, attribute, separator, operator, end] = /^([\w-]+?)(__|_|\.|\[\$?)([a-z]+)(\]?)$/.exec(name) ?? [];
  if (attribute === undefined || separator === undefined || operator === undefined) return undefined;
  const isSafe =
    separator !== '_' || ['gte', 'gt', 'lte', 'lt', 'ne', 'neq', 'contains', 'icontains'].includes(operator);
  return operator in operatorMeanings && isSafe
    ? found(attribute, `{attribute}${separator}{operator}${end}={value}`, operator)
    : undefined;
}

const searches =
  /\b(search|fuzzy|full[- ]?text|matching|match(es)?|like|wildcard|prefix|regex|pattern|case[- ]insensitive|starting with)\b/i;

/** Undefined if the parameter hardly selects by the field. */
function judged(form: Omit<Form, 'why' | 'sure'>): Form | undefined {
  const { parameter, field, means } = form;
  const value = elementOf(parameter.schema);
  if (!isScalar(value)) return undefined;
  const isTyped = at(value, 'type') !== undefined && at(field.schema, 'type') !== undefined;
  const isAlike =
    typesOf(value).some((type) => typesOf(field.schema).includes(type)) || areNumbers(value, field.schema);
  if (isTyped && !isAlike) return undefined;
  const isTime =
    /(date|time|timestamp|_at|[a-z]At)$/.test(form.attribute) ||
    [value, field.schema].some((one) => ['date', 'date-time'].includes(String(at(one, 'format'))));
  if (isTime && (means === 'eq' || means === 'in')) return undefined;
  const [allowed, shown] = [at(value, 'enum'), at(field.schema, 'enum')];
  if (Array.isArray(allowed) && Array.isArray(shown) && !allowed.some((one) => shown.includes(one)))
    return undefined;
  const described = describedAs(parameter, parameter.schema);
  if (means === 'eq') {
    const isFree = isOfType(value, 'string') && !Array.isArray(allowed) && at(value, 'format') === undefined;
    if (isFree && /\b(contain(s|ing)?|substring|partial(ly)?|includes?)\b/i.test(described))
      return { ...form, means: 'contains', why: 'as it is described', sure: 'possible' };
    if (isFree && searches.test(described) && !/exact/i.test(described)) return undefined;
    const names = 'it has the name of a field';
    if (isFree && searchedTexts.includes(plainName(form.attribute)) && !/exact/i.test(described))
      return { ...form, why: `${names}, but interfaces often search in such texts`, sure: 'possible' };
    return { ...form, why: names, sure: 'likely' };
  }
  return { ...form, why: 'the name of a field, and an operator', sure: 'likely' };
}

const areNumbers = (one: unknown, other: unknown): boolean =>
  isOfType(one, 'integer', 'number') && isOfType(other, 'integer', 'number');

/** Filters whose parameters name a field of the records. */
export function filtersOf(parameters: readonly QueryParameter[], record: unknown): Queries {
  const forms = parameters
    .filter((one) => one.in === 'query' && at(one, 'required') !== true && at(one, 'deprecated') !== true)
    .flatMap((one) => formOf(one, record) ?? []);
  // One template is the listing's; what is written otherwise has its own.
  const plain = forms.filter(({ operator, means }) => operator === 'eq' && means === 'eq');
  const template =
    mostFrequent(plain.map((one) => one.template)) ?? mostFrequent(forms.map((one) => one.template));
  if (template === undefined) return { proposals: [], questions: [] };
  const isOnlyPossible = forms.every(({ sure }) => sure === 'possible');
  const sure = isOnlyPossible ? 'possible' : 'likely';
  const why = 'the form of these parameters';
  const first = (attribute: string): Form | undefined =>
    forms.find((one) => one.attribute === attribute && one.sure !== 'possible') ??
    forms.find((one) => one.attribute === attribute);
  const attributes = [...new Set(forms.map(({ attribute }) => attribute))];
  const queryables = attributes.flatMap((attribute) => {
    const form = first(attribute);
    if (!form) return [];
    const place = pointerTo(form.field.path);
    const isOwn = form.operator === 'eq' && form.template !== template;
    const value: Json = isOwn ? { at: place, template: form.template } : place;
    return [{ keyword: ['filter', 'queryables', attribute], value, why: form.why, sure: form.sure }];
  });
  return {
    proposals: [
      { keyword: ['filter', 'template'], value: template, why, sure },
      ...queryables,
      {
        keyword: ['filter', 'operators'],
        value: operatorsOf(forms, attributes),
        why: 'what the parameters say',
        sure,
      },
    ],
    questions: [],
  };
}

function operatorsOf(forms: readonly Form[], attributes: readonly string[]): Json {
  const kept = forms.filter(({ sure }) => sure !== 'possible');
  const used = kept.length > 0 ? kept : forms;
  const names = [...new Set(used.map(({ operator, means }) => (operator === 'eq' ? means : operator)))];
  const known = [...new Set(used.map(({ attribute }) => attribute))];
  if (names.length === 1 && names[0] === 'eq') return ['eq'];
  return Object.fromEntries(
    names.map((name): [string, Json] => {
      const own = used.filter(({ operator, means }) => (operator === 'eq' ? means : operator) === name);
      const on = attributes.filter((one) => own.some(({ attribute }) => attribute === one));
      const [form] = own;
      const isAll = on.length === known.length;
      const template = form && form.operator !== 'eq' ? { template: form.template } : {};
      return [name, { means: form?.means ?? name, ...(isAll ? {} : { on }), ...template }];
    }),
  );
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

type Key = { readonly attribute: string; readonly sign: string; readonly end: string };

/** A value of a sort parameter: `-created`, `created_desc`, `created:asc`. */
function readKey(value: string): Key {
  const [, before, ending] = /^(.+?)([ _:.,|]?(?:asc|desc|ascending|descending))$/i.exec(value) ?? [];
  if (before !== undefined && ending !== undefined && !/^[a-z]+$/i.test(ending))
    return { attribute: before, sign: '', end: ending };
  const [, sign = '', attribute = value] = /^([-+]?)(.+)$/.exec(value) ?? [];
  return { attribute, sign, end: '' };
}

/** The values that a sort parameter lists: by an enum, a simple pattern, or words in backquotes that name fields. */
function sortValues({ schema, ...parameter }: QueryParameter, record: unknown) {
  const value = elementOf(schema);
  const listed = at(value, 'enum');
  if (Array.isArray(listed))
    return {
      values: listed.filter((one) => typeof one === 'string'),
      why: 'the values that it lists',
      sure: 'likely' as const,
    };
  const [, minus, names] =
    /^\^?\(?(-|\\-|\[[-+]+\])?\)?\??\((?:\?:)?([\w|.-]+)\)\$?$/.exec(String(at(value, 'pattern') ?? '')) ??
    [];
  if (names !== undefined) {
    const fields = names.split('|');
    const values = minus === undefined ? fields : fields.flatMap((one) => [one, `-${one}`]);
    return { values, why: 'the values that its pattern allows', sure: 'likely' as const };
  }
  const text = describedAs(parameter, schema);
  const words = [...text.matchAll(/[`'"]([-+]?[A-Za-z][\w.]*(?:[ :]?(?:asc|desc))?)[`'"]/gi)].map(
    ([, word = '']) => word,
  );
  const fields = words.filter((one) => sortableNamed(record, readKey(one).attribute) !== undefined);
  const hasMinus =
    /(`-`|'-'|"-"|\(-\)|minus|hyphen|dash|prefix)/i.test(text) || fields.some((one) => one.startsWith('-'));
  const values = fields.flatMap((one) => (hasMinus && !/^[-+]/.test(one) ? [one, `-${one}`] : [one]));
  return { values, why: 'the fields that its description names', sure: 'possible' as const };
}

const timeEndings = ['at', 'on', 'date', 'time', 'timestamp', 'datetime'];

/** A field to sort by; `created` may be `created_at`. */
function sortableNamed(record: unknown, name: string): Field | undefined {
  return (
    fieldNamed(record, name) ??
    timeEndings.map((ending) => fieldNamed(record, `${name}${ending}`)).find((one) => one !== undefined)
  );
}

const ways = {
  asc: /^(asc|ascending|ascend|a|up|1)$/i,
  desc: /^(desc|descending|descend|d|down|-1)$/i,
};

/** How a listing is sorted, from its parameters. */
export function sortOf(parameters: readonly QueryParameter[], record: unknown): Queries {
  const current = parameters.filter((one) => one.in === 'query' && at(one, 'deprecated') !== true);
  const find = (
    names: readonly string[],
    isMeant: (one: QueryParameter) => boolean,
  ): QueryParameter | undefined =>
    names
      .map((name) => current.find((one) => plainName(one.name) === name && isMeant(one)))
      .find((one) => one !== undefined);
  const wayIn = (one: QueryParameter, form: RegExp): Json | undefined => {
    const values = at(elementOf(one.schema), 'enum');
    return Array.isArray(values) ? values.find((value) => form.test(String(value))) : undefined;
  };
  const isDirection = (one: QueryParameter): boolean =>
    isOfType(one.schema, 'boolean')
      ? /desc|reverse/i.test(one.name)
      : wayIn(one, ways.asc) !== undefined && wayIn(one, ways.desc) !== undefined;
  const direction = find(sortNames.direction, isDirection);
  const sort = find(
    sortNames.sort,
    (one) => one !== direction && isScalar(elementOf(one.schema)) && !isDirection(one),
  );
  if (!sort) return { proposals: [], questions: [] };
  const { values, why, sure } = sortValues(sort, record);
  const keys = values.map((value) => readKey(value));
  const templates = templatesOf(sort.name, keys, direction, (form) => direction && wayIn(direction, form));
  const question = {
    keyword: ['sort'],
    asks: `Which fields does \`${sort.name}\` sort by, and how is each direction written?`,
  };
  const sortables = [...new Set(keys.map(({ attribute }) => attribute))].flatMap((attribute) => {
    const field = sortableNamed(record, attribute);
    return field
      ? [
          {
            keyword: ['sort', 'sortables', attribute],
            value: pointerTo(field.path),
            why: 'it has the name of a field',
            sure,
          },
        ]
      : [];
  });
  if (!templates || sortables.length === 0) return { proposals: [], questions: [question] };
  return {
    proposals: [
      { keyword: ['sort', 'asc'], value: templates.asc, why, sure },
      { keyword: ['sort', 'desc'], value: templates.desc, why, sure },
      ...sortables,
      ...defaultOrder(
        sort,
        direction,
        sortables.map(({ keyword }) => String(keyword[2])),
        sure,
      ),
    ],
    questions: [],
  };
}

function templatesOf(
  name: string,
  keys: readonly Key[],
  direction: QueryParameter | undefined,
  wayOf: (form: RegExp) => Json | undefined,
): { readonly asc: string; readonly desc: string } | undefined {
  const ending = (form: RegExp): string | undefined => keys.find(({ end }) => form.test(end))?.end;
  const [up, down] = [ending(/asc(ending)?$/i), ending(/desc(ending)?$/i)];
  if (up !== undefined && down !== undefined)
    return { asc: `${name}={attribute}${up}`, desc: `${name}={attribute}${down}` };
  if (keys.some(({ sign }) => sign === '-'))
    return { asc: `${name}={attribute}`, desc: `${name}=-{attribute}` };
  if (!direction) return undefined;
  if (isOfType(direction.schema, 'boolean'))
    return {
      asc: `${name}={attribute}&${direction.name}=false`,
      desc: `${name}={attribute}&${direction.name}=true`,
    };
  const [asc, desc] = [wayOf(ways.asc), wayOf(ways.desc)];
  return {
    asc: `${name}={attribute}&${direction.name}=${asc}`,
    desc: `${name}={attribute}&${direction.name}=${desc}`,
  };
}

/** The order without a sort, where the defaults of the parameters state it. */
function defaultOrder(
  sort: QueryParameter,
  direction: QueryParameter | undefined,
  sortables: readonly string[],
  sure: Proposal['sure'],
): Proposal[] {
  const stated = at(sort.schema, 'default');
  if (typeof stated !== 'string') return [];
  const { attribute, sign, end } = readKey(stated);
  const way = direction && at(direction.schema, 'default');
  if (!sortables.includes(attribute) || (direction && way === undefined)) return [];
  const isDown = sign === '-' || /desc/i.test(end) || ways.desc.test(String(way)) || way === true;
  return [
    {
      keyword: ['order'],
      value: [`${attribute} ${isDown ? 'desc' : 'asc'}`],
      why: `the default of \`${sort.name}\``,
      sure,
    },
  ];
}
