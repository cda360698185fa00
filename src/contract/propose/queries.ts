import { at, type Json, type Path, pointerTo } from '../../json/json.ts';
import { propertiesOf, typesOf } from '../../json/schema-at.ts';
import { nameWords, wordsOfName } from '../../words.ts';
import { type Proposal, type Question, suggested } from './proposal.ts';
import { currentOf, describedAs, hasType, isScalar, parameterNamed, type QueryParameter } from './schemas.ts';
import { lettersOfName, otherParameters, searchedTexts, searchNames, sortNames } from './words.ts';

type Queries = {
  readonly proposals: readonly Proposal[];
  readonly questions: readonly Question[];
};

type Filters = Queries & {
  /** The parameters that search in several fields, or switch something: no filter is asked for. */
  readonly unasked: readonly string[];
};

type Field = { readonly path: Path; readonly schema: unknown };

/** The scalar fields of a record, at its top and among the attributes of JSON:API. */
function scalarFields(record: unknown): Field[] {
  const { attributes } = propertiesOf(record);
  return [
    { path: [], schema: record },
    { path: ['attributes'], schema: attributes },
  ].flatMap(({ path, schema }) =>
    Object.entries(propertiesOf(schema)).flatMap(([name, one]) =>
      isScalar(one) ? [{ path: [...path, name], schema: one }] : [],
    ),
  );
}

const nameOfField = ({ path }: Field): string => String(path.at(-1));

const fieldNamed = (record: unknown, name: string): Field | undefined =>
  scalarFields(record).find((field) => lettersOfName(nameOfField(field)) === lettersOfName(name));

const operatorMeanings: Readonly<Record<string, string>> = {
  eq: 'eq', ne: 'ne', neq: 'ne', not: 'ne', gt: 'gt', gte: 'ge', ge: 'ge', lt: 'lt', lte: 'le', le: 'le',
  in: 'in', contains: 'contains', icontains: 'contains', like: 'contains', startswith: 'startswith', istartswith: 'startswith',
  endswith: 'endswith', iendswith: 'endswith', containsi: 'contains', startswithi: 'startswith', endswithi: 'endswith',
}; // biome-ignore format: one glance

/** What an operator means, however it is spelled: `startsWith`, `starts_with`. */
const meaningOf = (operator: string): string | undefined => operatorMeanings[lettersOfName(operator)];

type FilterQueryForm = {
  readonly parameter: QueryParameter;
  readonly attribute: string;
  readonly field: Field;
  readonly operator: string;
  readonly means: string;
  readonly template: string;
  readonly why: string;
  readonly sure: Proposal['sure'];
};

/** Whether a parameter of this name often selects no records by a field, although they may have one of this name. */
export const isOtherParameter = (name: string): boolean => otherParameters.includes(lettersOfName(name));

const elementOf = (schema: unknown): unknown => (hasType(schema, 'array') ? at(schema, 'items') : schema);

/** How a parameter is written that names a field of a record: `status`, `filter[status]`, `price_gte`, `name__contains`. */
function filterFormOf(parameter: QueryParameter, record: unknown): FilterQueryForm | undefined {
  const { name } = parameter;
  const found = (attribute: string, template: string, operator = 'eq'): FilterQueryForm | undefined => {
    const field = fieldNamed(record, attribute);
    return (
      field &&
      judgedForm({
        parameter,
        attribute,
        field,
        template,
        operator,
        means: meaningOf(operator) ?? 'eq',
      })
    );
  };
  const [, outer, inner, sign = '', within] =
    /^(filters?|where)\[([\w.-]+)\](?:\[([$_]?)(\w+)\])?$/.exec(name) ?? [];
  if (outer !== undefined && inner !== undefined) {
    const mark = within === undefined ? '' : `[${sign}{operator}]`;
    const isKnown = within === undefined || meaningOf(within) !== undefined;
    return isKnown ? found(inner, `${outer}[{attribute}]${mark}={value}`, within) : undefined;
  }
  const [, prefix = '', rest] = /^(filters?[._])([\w-]+)$/.exec(name) ?? [];
  if (rest !== undefined) return found(rest, `${prefix}{attribute}={value}`);
  const special =
    boundOf(parameter, record) ??
    searchOf(parameter, record) ??
    partOf(parameter, record) ??
    entryOf(parameter, record);
  if (special) return special;
  const whole = found(name, '{attribute}={value}');
  if (isOtherParameter(name))
    return (
      whole && { ...whole, why: `${whole.why}, but often chooses how records are shown`, sure: 'possible' }
    );
  if (whole) return whole;
  const [, attribute, separator, operator, end] = /^([\w-]+?)(__|_|\.|\[\$?)([a-z]+)(\]?)$/.exec(name) ?? [];
  if (attribute === undefined || separator === undefined || operator === undefined) return undefined;
  const isSafe =
    separator !== '_' || ['gte', 'gt', 'lte', 'lt', 'ne', 'neq', 'contains', 'icontains'].includes(operator);
  return meaningOf(operator) !== undefined && isSafe
    ? found(attribute, `{attribute}${separator}{operator}${end}={value}`, operator)
    : undefined;
}

const bounds: Readonly<Record<string, string>> = {
  max: 'le', maximum: 'le', to: 'le', until: 'le', before: 'lt', min: 'ge', minimum: 'ge', from: 'ge', after: 'gt',
}; // biome-ignore format: one glance

/** What a description says of the bound itself. */
const isIncluded = /\b(inclusive(ly)?|(at|on) or (after|before|later|earlier)|not (before|after))\b/i;

const isExcluded = /\b(exclusive(ly)?|(strictly|only) (before|after)|does not count)\b/i;

/** A parameter for one bound of a field, such as `max_rate` of `daily_rate`, or `from` beside one date. */
function boundOf(parameter: QueryParameter, record: unknown): FilterQueryForm | undefined {
  const { name, schema } = parameter;
  const words = wordsOfName(name);
  const word = [words.at(0), words.at(-1)].find((one) => one !== undefined && one in bounds);
  const named = bounds[word ?? ''];
  const described = describedAs(parameter, schema);
  const excluded = isExcluded.test(described) ? named?.replace('e', 't') : named;
  const means = isIncluded.test(described) ? named?.replace('t', 'e') : excluded;
  const fields = scalarFields(record);
  if (
    means === undefined ||
    fields.some((field) => lettersOfName(nameOfField(field)) === lettersOfName(name))
  )
    return undefined;
  const rest = words.at(0) === word ? words.slice(1) : words.slice(0, -1);
  const comparable = fields.filter((field) =>
    isInstantSchema(schema)
      ? at(field.schema, 'format') === at(schema, 'format')
      : rest.length > 0 && areNumbers(schema, field.schema),
  );
  const whole = comparable.filter((field) => lettersOfName(nameOfField(field)) === rest.join(''));
  const similar = comparable.filter((field) =>
    rest.every((one) => wordsOfName(nameOfField(field)).includes(one)),
  );
  const [field, other] = whole.length > 0 ? whole : similar;
  if (!field || other) return undefined;
  return {
    ...ownForm(parameter, field, means),
    attribute: nameOfField(field),
    why: `\`${name}\` is a bound of it, by its name`,
    sure: whole.length > 0 || rest.length === 0 ? 'likely' : 'possible',
  };
}

const partsOfTexts: Readonly<Record<string, string>> = {
  contain: 'contains', start: 'startswith', begin: 'startswith', end: 'endswith',
}; // biome-ignore format: one glance

/** A parameter for a part of a text, as its description says: "wells whose `code` starts with this text". */
function partOf(parameter: QueryParameter, record: unknown): FilterQueryForm | undefined {
  const { schema } = parameter;
  const [, attribute, verb] =
    /([\w-]+)[`'"]? (contain|start|begin|end)s?(?:ing)?(?: with)? (?:this|the given) (?:text|string|prefix|suffix|substring)\b/i.exec(
      describedAs(parameter, schema),
    ) ?? [];
  const field = attribute === undefined ? undefined : fieldNamed(record, attribute);
  const means = partsOfTexts[verb?.toLowerCase() ?? ''];
  if (!field || means === undefined || ![schema, field.schema].every((one) => hasType(one, 'string')))
    return undefined;
  return ownForm(parameter, field, means);
}

/** A parameter for one entry of a list of texts, as its description says: "wells that carry exactly this tag". */
function entryOf(parameter: QueryParameter, record: unknown): FilterQueryForm | undefined {
  const { name, schema } = parameter;
  if (!new RegExp(`\\bexactly this ${nameWords(name)}\\b`, 'i').test(describedAs(parameter, schema)))
    return undefined;
  const names = [name, `${name}s`, `${name}es`].map(lettersOfName);
  const [list] = Object.entries(propertiesOf(record)).filter(([one]) => names.includes(lettersOfName(one)));
  const items = at(list?.[1], 'items');
  return list && hasType(items, 'string') && hasType(schema, 'string')
    ? ownForm(parameter, { path: [list[0]], schema: items }, 'eq')
    : undefined;
}

const ownForm = (parameter: QueryParameter, field: Field, means: string): FilterQueryForm => ({
  parameter,
  attribute: parameter.name,
  field,
  operator: parameter.name,
  means,
  template: `${parameter.name}={value}`,
  why: 'as it is described',
  sure: 'likely',
});

/** A parameter that searches in one field, which its description names: `q`, "part of the title". */
function searchOf(parameter: QueryParameter, record: unknown): FilterQueryForm | undefined {
  const { name, schema } = parameter;
  if (!searchNames.includes(lettersOfName(name)) || !hasType(schema, 'string')) return undefined;
  const described = ` ${nameWords(describedAs(parameter, schema))} `;
  const [field, other] = scalarFields(record).filter(
    (one) => hasType(one.schema, 'string') && described.includes(` ${nameWords(nameOfField(one))} `),
  );
  if (!field || other) return undefined;
  return { ...ownForm(parameter, field, 'contains'), attribute: nameOfField(field), sure: 'possible' };
}

const isInstantSchema = (schema: unknown): boolean =>
  ['date', 'date-time'].includes(String(at(schema, 'format')));

const searches =
  /\b(search|fuzzy|full[- ]?text|matching|match(es)?|like|wildcard|prefix|regex|pattern|case[- ]insensitive|starting with)\b/i;

const needsOthers =
  /\brequires? .*\bparameters?\b|\bmust be (used|combined|sent|passed|given) .*with\b|\b(together|in combination) with\b/i;

/** Undefined if the parameter hardly selects by the field. */
function judgedForm(form: Omit<FilterQueryForm, 'why' | 'sure'>): FilterQueryForm | undefined {
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
    const isFree = hasType(value, 'string') && !Array.isArray(allowed) && at(value, 'format') === undefined;
    const names = 'it has the name of a field';
    if (needsOthers.test(described))
      return { ...form, why: `${names}, but it needs other parameters, too`, sure: 'possible' };
    const isSearch = isFree && !/exact/i.test(described);
    if (isSearch && /\b(contain(s|ing)?|substring|partial(ly)?|includes?)\b/i.test(described))
      return { ...form, means: 'contains', why: 'as it is described', sure: 'possible' };
    if (isSearch && searches.test(described)) return undefined;
    if (isSearch && searchedTexts.includes(lettersOfName(form.attribute)))
      return { ...form, why: `${names}, but interfaces often search in such texts`, sure: 'possible' };
    return { ...form, why: names, sure: 'likely' };
  }
  return { ...form, why: 'the name of a field, and an operator', sure: 'likely' };
}

const areNumbers = (one: unknown, other: unknown): boolean =>
  hasType(one, 'integer', 'number') && hasType(other, 'integer', 'number');

/** A parameter for values with commas between them also filters by several. */
const splitLists = (form: FilterQueryForm): FilterQueryForm[] => {
  const { parameter, means } = form;
  const isList = hasType(parameter.schema, 'array') && at(parameter, 'explode') === false;
  return means === 'eq' && isList ? [form, { ...form, operator: 'in', means: 'in' }] : [form];
};

/** Whether a parameter may filter by one field: one that searches, or switches something, does not. */
const mayFilter = ({ name, schema }: QueryParameter): boolean =>
  isInstantSchema(schema) || !(isOtherParameter(name) || hasType(schema, 'boolean'));

/** Filters whose parameters name a field of the records; of the parameters that name none, a question. */
export function proposedFilters(parameters: readonly QueryParameter[], record: unknown): Filters {
  const current = currentOf(parameters);
  const optional = current.filter((one) => at(one, 'required') !== true);
  const forms = optional.flatMap((one) => filterFormOf(one, record) ?? []).flatMap(splitLists);
  const without = current.filter(({ name }) => forms.every(({ parameter }) => parameter.name !== name));
  const others = without.filter(mayFilter).map(({ name }) => name);
  const unasked = without.filter((one) => !mayFilter(one)).map(({ name }) => name);
  const questions: Question[] =
    others.length === 0
      ? []
      : [
          {
            keyword: ['filter'],
            asks: `What ${others.length === 1 ? 'does' : 'do'} ${others.map((name) => `\`${name}\``).join(', ')} filter by? To have it checked, add the field to queryables, and an operator with a template such as '${others[0]}={value}'.`,
          },
        ];
  // One template is the listing's; what is written otherwise has its own.
  const equalities = forms.filter(({ operator, means }) => operator === 'eq' && means === 'eq');
  const template =
    mostFrequent(equalities.map((one) => one.template)) ?? mostFrequent(forms.map((one) => one.template));
  if (template === undefined) return { proposals: [], questions, unasked };
  const sure = surest(forms);
  const why = 'the form of these parameters';
  const queryables = [...Map.groupBy(forms, ({ attribute }) => attribute)].flatMap(([attribute, own]) => {
    const form = own.find((one) => one.sure !== 'possible') ?? own[0];
    if (!form) return [];
    const place = pointerTo(form.field.path);
    const isOwn = form.operator === 'eq' && form.template !== template;
    const value: Json = isOwn ? { at: place, template: form.template } : place;
    return [suggested(['filter', 'queryables', attribute], value, form.why, form.sure)];
  });
  return {
    proposals: [
      suggested(['filter', 'template'], template, why, sure),
      ...queryables,
      ...operatorProposals(forms, template),
    ],
    questions,
    unasked,
  };
}

const surest = (forms: readonly FilterQueryForm[]): Proposal['sure'] =>
  forms.every(({ sure }) => sure === 'possible') ? 'possible' : 'likely';

/** One proposal for each operator, or one for all where all parameters compare for equality. */
function operatorProposals(forms: readonly FilterQueryForm[], ofAll: string): Proposal[] {
  const keyword = ['filter', 'operators'];
  const why = 'what the parameters say';
  const groups = Map.groupBy(forms, ({ operator, means }) => (operator === 'eq' ? means : operator));
  if (groups.size === 1 && groups.has('eq')) return [suggested(keyword, ['eq'], why, surest(forms))];
  return [...groups].flatMap(([name, own]): Proposal[] => {
    const [form] = own;
    if (!form) return [];
    const on = [...new Set(own.map((one) => one.attribute))];
    const isOfAll = form.template === ofAll && ofAll.includes('{operator}');
    const template = form.operator === 'eq' || isOfAll ? {} : { template: form.template };
    return [suggested([...keyword, name], { means: form.means, on, ...template }, why, surest(own))];
  });
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
  const [, minus, names, separator] =
    /^\^?\(?(-|\\-|\[[-+]+\])?\)?\??\((?:\?:)?([\w|.-]+)\)(?:\(?([,:._ ])\(asc\|desc\)\)?\??)?\$?$/.exec(
      String(at(value, 'pattern') ?? ''),
    ) ?? [];
  if (names !== undefined) {
    const fields = names.split('|');
    const ways = separator === undefined ? [] : [`${separator}asc`, `${separator}desc`];
    const values = fields.flatMap((one) => [
      one,
      ...(minus === undefined ? [] : [`-${one}`]),
      ...ways.map((way) => `${one}${way}`),
    ]);
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

type Sort = Queries & {
  /** The names of its parameters. */
  readonly parameters: readonly string[];
};

/** How a listing is sorted, from its parameters. */
export function sortOf(parameters: readonly QueryParameter[], record: unknown): Sort {
  const current = currentOf(parameters);
  const wayIn = (one: QueryParameter, form: RegExp): Json | undefined => {
    const values = at(elementOf(one.schema), 'enum');
    return Array.isArray(values) ? values.find((value) => form.test(String(value))) : undefined;
  };
  const isDirection = (one: QueryParameter): boolean =>
    hasType(one.schema, 'boolean')
      ? /desc|reverse/i.test(one.name)
      : wayIn(one, ways.asc) !== undefined && wayIn(one, ways.desc) !== undefined;
  const direction = parameterNamed(current, sortNames.direction, isDirection);
  const sort = parameterNamed(
    current,
    sortNames.sort,
    (one) => one !== direction && isScalar(elementOf(one.schema)) && !isDirection(one),
  );
  if (!sort) return { proposals: [], questions: [], parameters: [] };
  const names = [sort, ...(direction ? [direction] : [])].map(({ name }) => name);
  const { values, why, sure } = sortValues(sort, record);
  const described = sure === 'likely' ? undefined : statedForm(sort, record);
  if (described) return { proposals: described, questions: [whichFields(sort)], parameters: names };
  const keys = values.map((value) => readKey(value));
  const templates = templatesOf(sort.name, keys, direction, (form) => direction && wayIn(direction, form));
  const isListed = (attribute: string): boolean =>
    Object.values(templates ?? {}).some((template) => {
      const [naming = ''] = template.split('&');
      return values.includes(naming.slice(sort.name.length + 1).replace('{attribute}', attribute));
    });
  const sortables = [...new Set(keys.map(({ attribute }) => attribute))].flatMap((attribute) => {
    const field = sortableNamed(record, attribute);
    const path = ['sort', 'sortables', attribute];
    return field && isListed(attribute)
      ? [suggested(path, pointerTo(field.path), 'it has the name of a field', sure)]
      : [];
  });
  if (!templates || sortables.length === 0)
    return { proposals: [], questions: [whichFields(sort)], parameters: names };
  return {
    proposals: [
      suggested(['sort', 'asc'], templates.asc, why, sure),
      suggested(['sort', 'desc'], templates.desc, why, sure),
      ...sortables,
      ...proposedOrder(
        sort,
        direction,
        sortables.map(({ keyword }) => String(keyword[2])),
        sure,
      ),
    ],
    questions: [],
    parameters: names,
  };
}

const whichFields = ({ name }: QueryParameter): Question => ({
  keyword: ['sort'],
  asks: `Which fields does \`${name}\` sort by, and how is each direction written?`,
});

/** A sort by any field, whose form a description states, such as `property,(asc|desc)`. */
function statedForm(sort: QueryParameter, record: unknown): Proposal[] | undefined {
  const [, separator] =
    /\b(?:property|field|attribute|column)([,:. _])\(?asc\|desc\b/i.exec(describedAs(sort, sort.schema)) ??
    [];
  if (separator === undefined) return undefined;
  const template = `${sort.name}={attribute}${separator}`;
  const why = 'the form that its description states';
  return [
    suggested(['sort', 'asc'], `${template}asc`, why, 'possible'),
    suggested(['sort', 'desc'], `${template}desc`, why, 'possible'),
    ...scalarFields(record).map((field) => {
      const keyword = ['sort', 'sortables', nameOfField(field)];
      return suggested(keyword, pointerTo(field.path), 'a field of the record', 'possible');
    }),
  ];
}

function templatesOf(
  name: string,
  keys: readonly Key[],
  direction: QueryParameter | undefined,
  wayOf: (form: RegExp) => Json | undefined,
): { readonly asc: string; readonly desc: string } | undefined {
  const ending = (form: RegExp): string | undefined => keys.find(({ end }) => form.test(end))?.end;
  const down = ending(/desc(ending)?$/i);
  // Ascending may be written without a word.
  const up = ending(/asc(ending)?$/i) ?? ending(/^$/);
  if (up !== undefined && down !== undefined)
    return { asc: `${name}={attribute}${up}`, desc: `${name}={attribute}${down}` };
  if (keys.some(({ sign }) => sign === '-')) {
    const plus = keys.every(({ sign }) => sign !== '') ? '+' : '';
    return { asc: `${name}=${plus}{attribute}`, desc: `${name}=-{attribute}` };
  }
  if (!direction) return undefined;
  if (hasType(direction.schema, 'boolean'))
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
function proposedOrder(
  sort: QueryParameter,
  direction: QueryParameter | undefined,
  sortables: readonly string[],
  sure: Proposal['sure'],
): Proposal[] {
  const stated = at(sort.schema, 'default');
  if (typeof stated !== 'string') return [];
  const { attribute, sign, end } = readKey(stated);
  const usualDirection = direction && at(direction.schema, 'default');
  if (!sortables.includes(attribute) || (direction && usualDirection === undefined)) return [];
  const isDown =
    sign === '-' || /desc/i.test(end) || ways.desc.test(String(usualDirection)) || usualDirection === true;
  const order = [`${attribute} ${isDown ? 'desc' : 'asc'}`];
  return [suggested(['order'], order, `the default of \`${sort.name}\``, sure)];
}
