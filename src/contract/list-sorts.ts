import { UserError } from '../errors.ts';
import type { Json, Path } from '../json/json.ts';
import type { Where } from '../yaml/yaml-file.ts';
import { allowsText } from './parameter-text.ts';
import { attributesIn, checkParameter, keywordsIn, type Named, placeOfAttribute } from './stated-queries.ts';
import {
  demandOf,
  filledIn,
  type Pair,
  readBack,
  readTemplate,
  type Template,
  templateParameters,
} from './templates.ts';

/** What records are ordered by, and in which direction. */
export type SortKey = {
  readonly attribute: string;
  readonly place: Path;
  /** The schema of the values at that place. */
  readonly schema: unknown;
  readonly isDescending: boolean;
};

type Sortable = Pick<SortKey, 'place' | 'schema'>;

/** The name of the clause and the rule of a sortable. */
export const sortClause = (attribute: string): string =>
  `sort-by-${attribute.replace(/[^A-Za-z0-9_-]+/g, '-')}`;

/** How a listing is sorted on request. */
export type SortForm = {
  readonly asc: Template;
  /** Undefined if nothing can be sorted in descending order. */
  readonly desc?: Template;
  readonly sortables: ReadonlyMap<string, Sortable>;
  /** Each sortable in each direction in which the schemas of the parameters allow it. */
  readonly keys: readonly SortKey[];
};

export const sortKeywords = ['asc', 'desc', 'sortables'];

/** Reads the `sort` of an `x-list`. What is wrong in it is a {@link UserError} with its line. */
export function readSortForm(stated: Json, has: Named, where: Where): SortForm {
  const hint = 'asc, desc and sortables';
  const own = keywordsIn(stated, { what: 'sort', known: sortKeywords, hint }, where);
  const templateOf = (part: 'asc' | 'desc'): Template => {
    const text = own[part];
    const place = where([part]);
    const read = typeof text === 'string' ? readTemplate(text, ['attribute']) : { wrong: 'is no text' };
    if ('wrong' in read)
      throw new UserError(
        `${place}: the template of ${part} ${read.wrong}; write one such as sort={attribute}.`,
      );
    for (const name of templateParameters(read, {}))
      if (!name.includes('{')) checkParameter(name, has, place);
    return read;
  };
  const templates = {
    asc: templateOf('asc'),
    ...(own.desc === undefined ? {} : { desc: templateOf('desc') }),
  };
  const sortables = new Map(
    attributesIn(own.sortables, 'sortables', where).map(([attribute, pointer]) => {
      const place = placeOfAttribute(pointer, has, where(['sortables', attribute]));
      return [attribute, { place, schema: has.schemaOf(place) }] as const;
    }),
  );
  const keys = [...sortables].flatMap(([attribute, sortable]): SortKey[] => {
    const tried = [false, true].flatMap((isDescending) => {
      const key = { attribute, ...sortable, isDescending };
      const pairs = writeSort(templates, key);
      return pairs ? [{ key, refused: refusedPair(pairs, has.parameter) }] : [];
    });
    const refused = tried.flatMap((one) => (one.refused ? [one.refused.join('=')] : []));
    if (refused.length === tried.length)
      throw new UserError(
        `${where(['sortables', attribute])}: no request can sort by ${attribute}, because the schema of the parameter does not allow ${refused.join(' or ')}; correct the schema or the template, or remove ${attribute}.`,
      );
    return tried.flatMap(({ key, refused: pair }) => (pair ? [] : [key]));
  });
  return { ...templates, sortables, keys };
}

/** The first parameter of a sort that its schema does not allow to have this value; undefined if there is none. */
export const refusedPair = (pairs: readonly Pair[], schemaOf: Named['parameter']): Pair | undefined =>
  pairs.find(([name, value]) => !allowsText(schemaOf(name) ?? {}, value));

/** Reads the `order` of an `x-list`: each of its keys is an attribute, or a place in the record, and a direction. */
export function readOrder(
  stated: Json,
  {
    sortKeyOf,
    where,
  }: { readonly sortKeyOf: (attribute: string) => Sortable | undefined; readonly where: Where },
): readonly SortKey[] {
  return (Array.isArray(stated) ? stated : [stated]).map((key, index) => {
    const [, attribute = '', direction = 'asc'] =
      /^(\S+)(?: (asc|desc))?$/.exec(typeof key === 'string' ? key : '') ?? [];
    const found = attribute === '' ? undefined : sortKeyOf(attribute);
    if (!found)
      throw new UserError(
        `${where(Array.isArray(stated) ? [index] : [])}: no records are ordered by "${String(key)}"; write an attribute of queryables or sortables, or a place, and asc or desc.`,
      );
    return { attribute, ...found, isDescending: direction === 'desc' };
  });
}

/** The parameters that a sort is in. */
export const sortParameters = ({ asc, desc, sortables }: Omit<SortForm, 'keys'>): readonly string[] => [
  ...new Set(
    [...sortables.keys()].flatMap((attribute) =>
      [asc, desc ?? asc].flatMap((template) => templateParameters(template, { attribute })),
    ),
  ),
];

/** The parameters of a sort; its attribute may be none of the sortables. */
export function writeSort(
  { asc, desc }: Pick<SortForm, 'asc' | 'desc'>,
  { attribute, isDescending }: Pick<SortKey, 'attribute' | 'isDescending'>,
): readonly Pair[] | undefined {
  const template = isDescending ? desc : asc;
  return template && filledIn(template, { attribute });
}

const namesAttribute = ({ name, value }: Template['pairs'][number]): boolean =>
  [...name, ...value].some((one) => typeof one !== 'string');

/** The part of a template that names what is sorted by, without a parameter such as that of the direction. */
const namingPart = (template: Template): Template => ({
  ...template,
  pairs: template.pairs.filter(namesAttribute),
});

/** The parameters of an ascending sort that do not name what is sorted by, such as that of the direction. */
export const ascendingPairs = ({ asc }: SortForm): readonly Pair[] =>
  filledIn({ ...asc, pairs: asc.pairs.filter((pair) => !namesAttribute(pair)) }, {});

/**
 * The sort that parameters of a query ask for: undefined without one, `unknown` if its attribute is no sortable. A parameter
 * that is left out has its default, and one that a template does not have may be sent with its default.
 */
export function readSort(
  { asc, desc, sortables }: SortForm,
  sent: Iterable<Pair>,
  defaults: ReadonlyMap<string, string> = new Map(),
): SortKey | 'unknown' | undefined {
  const templates = desc ? [asc, desc] : [asc];
  const written = [...new Map([...defaults, ...sent])];
  const pairsIn = (template: Template, attribute: string): readonly Pair[] => {
    const names = templateParameters(template, { attribute });
    return written.filter(([name]) => names.includes(name));
  };
  const attributes = [...sortables.keys()];
  const isAsked = templates.some((template) =>
    attributes.some((attribute) => pairsIn(namingPart(template), attribute).length > 0),
  );
  if (!isAsked) return undefined;
  const own = sortParameters({ asc, sortables, ...(desc ? { desc } : {}) });
  const isDefault = ([name, value]: Pair): boolean => !own.includes(name) || defaults.get(name) === value;
  const found = [...sortables].flatMap(([attribute, sortable]) =>
    templates.flatMap((template, index) => {
      const pairs = pairsIn(template, attribute);
      const isRead =
        written.every((pair) => pairs.includes(pair) || isDefault(pair)) &&
        readBack(template, { attribute }, pairs) !== undefined;
      const key = { attribute, ...sortable, isDescending: index === 1 };
      return isRead ? [{ key, demand: demandOf(template, { attribute }) }] : [];
    }),
  );
  const [best] = found.toSorted((one, other) => other.demand - one.demand);
  return best?.key ?? 'unknown';
}
