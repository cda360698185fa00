import {
  at,
  isObject,
  type Json,
  type JsonObject,
  objectIn,
  type Path,
  pointerTo,
  stepsOf,
} from '../../json/json.ts';
import { propertiesOf } from '../../json/schema-at.ts';
import { onceFor } from '../../once.ts';
import type { Proposal } from './proposal.ts';
import type { QueryParameter } from './schemas.ts';
import { lettersOfName, parameterNames } from './words.ts';

/** What vendor extensions are read from. */
export type VendorSource = {
  readonly parameters: readonly QueryParameter[];
  /** The schema of the response, inlined. */
  readonly response: JsonObject;
  /** The operation as it is written. */
  readonly operation: JsonObject;
  /** The document, whose root may have what operations refer to. */
  readonly document: JsonObject;
  /** What the Links of a response give the same operation. */
  readonly ownLinks: readonly JsonObject[];
};

type VendorKeyword = { readonly keyword: string; readonly value: string | undefined };

type Reader = (marked: VendorSource) => readonly (VendorKeyword & { readonly extension: string })[];

/** What the vendor extensions of others say of pages, as keywords of `x-list`. */
export function statedByVendors(marked: VendorSource): Proposal[] {
  const found = readers.flatMap((read) => read(marked));
  const known = new Set<string>();
  return found.flatMap(({ keyword, value, extension }) => {
    if (value === undefined || known.has(keyword) || !exists(marked, keyword, value)) return [];
    known.add(keyword);
    const [part = '', relation] = keyword.split('.');
    const path = relation === undefined ? [part] : [part, relation];
    return [{ keyword: path, value, why: `${extension} says so`, sure: 'stated' as const }];
  });
}

/** Whether the operation has the parameter, or its response the place, that an extension names. */
function exists({ parameters, response }: VendorSource, keyword: string, value: string): boolean {
  if (['offset', 'pageIndex', 'pageSize', 'inputToken'].includes(keyword))
    return parameters.some((one) => one.in === 'query' && one.name === value);
  const place = stepsOf(value).flatMap((step) => ['properties', step]);
  return value.startsWith('$response.') || at(response, ...place) !== undefined;
}

const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const pointer = (name: unknown): string | undefined =>
  typeof name === 'string' && name !== '' ? pointerTo(name.split('.')) : undefined;

/** `$.data.items`, `$response.data.items`; nothing that selects, such as `[-1]`, is a place. */
const dotted = (expression: unknown): string | undefined => {
  const [, path] = /^\$(?:response)?\.?([\w.$@-]*)$/.exec(String(expression ?? '')) ?? [];
  if (path === undefined) return undefined;
  return path === '' ? '$response.body' : pointerTo(path.split('.'));
};

const requested = (expression: unknown): string | undefined =>
  /^\$request\.([\w.[\]$-]+)$/.exec(String(expression ?? ''))?.[1];

/** What is called an offset may be the number of a page. */
const wayOf = (name: string | undefined): string =>
  name !== undefined && parameterNames.pageIndex.some((one) => one === lettersOfName(name))
    ? 'pageIndex'
    : 'offset';

const readers: readonly Reader[] = [
  ({ operation }) => {
    const extension = 'x-ms-pageable';
    const stated = operation[extension];
    if (!isObject(stated)) return [];
    return [
      { extension, keyword: 'items', value: pointer(stated.itemName ?? 'value') },
      { extension, keyword: 'links.next', value: pointer(stated.nextLinkName) },
    ];
  },
  ({ operation }) => {
    const extension = 'x-speakeasy-pagination';
    const stated = operation[extension];
    if (!isObject(stated)) return [];
    const inputs = Array.isArray(stated.inputs) ? stated.inputs : [];
    const input = (type: string): string | undefined =>
      textOrNothing(
        at(
          inputs.find((one) => at(one, 'type') === type && at(one, 'in') === 'parameters'),
          'name',
        ),
      );
    return [
      { extension, keyword: 'items', value: dotted(at(stated, 'outputs', 'results')) },
      { extension, keyword: 'pageIndex', value: input('page') },
      { extension, keyword: 'offset', value: input('offset') },
      { extension, keyword: 'pageSize', value: input('limit') },
      { extension, keyword: 'inputToken', value: input('cursor') },
      { extension, keyword: 'outputToken', value: dotted(at(stated, 'outputs', 'nextCursor') ?? '-') },
      { extension, keyword: 'totalPages', value: dotted(at(stated, 'outputs', 'numPages') ?? '-') },
      { extension, keyword: 'links.next', value: dotted(at(stated, 'outputs', 'nextUrl') ?? '-') },
    ];
  },
  ({ operation, document }) => {
    const extension = 'x-fern-pagination';
    const stated = operation[extension] === true ? document[extension] : operation[extension];
    if (!isObject(stated)) return [];
    const offset = requested(stated.offset);
    return [
      { extension, keyword: 'items', value: dotted(stated.results ?? '-') },
      { extension, keyword: wayOf(offset), value: offset },
      { extension, keyword: 'pageSize', value: requested(stated.step) },
      { extension, keyword: 'inputToken', value: requested(stated.cursor) },
      { extension, keyword: 'outputToken', value: dotted(stated.next_cursor ?? '-') },
      { extension, keyword: 'hasMore', value: dotted(stated['has-next-page'] ?? '-') },
      { extension, keyword: 'links.next', value: dotted(stated.next_uri ?? '-') },
    ];
  },
  ({ operation, document }) => {
    const extension = 'x-scalar-pagination';
    const own = operation[extension];
    const all = Array.isArray(document[extension]) ? document[extension] : [];
    const stated = typeof own === 'string' ? all.find((one) => at(one, 'name') === own) : own;
    if (!isObject(stated)) return [];
    const request = Object.entries(objectIn(stated.request));
    const response = Object.entries(objectIn(stated.response));
    const sent = (...types: string[]): string | undefined => {
      const [name, one] = request.find(([, part]) => types.includes(String(at(part, 'type')))) ?? [];
      return textOrNothing(at(one, 'param')) ?? name;
    };
    const returned = (type: string): string | undefined => {
      const [name, one] = response.find(([, part]) => at(part, 'type') === type) ?? [];
      if (name === undefined) return undefined;
      const header = textOrNothing(at(one, 'header')) ?? textOrNothing(at(one, 'name'));
      if (at(one, 'location') === 'header') return header && `$response.header.${header}`;
      if (at(one, 'location') === 'linkHeader') return undefined;
      const path = at(one, 'path');
      return Array.isArray(path) ? pointerTo(path.map(String)) || '$response.body' : pointer(name);
    };
    return [
      { extension, keyword: 'items', value: returned('items') },
      { extension, keyword: 'offset', value: sent('offset') },
      { extension, keyword: 'pageIndex', value: sent('pageNumber') },
      { extension, keyword: 'pageSize', value: sent('limit', 'pageSize') },
      { extension, keyword: 'inputToken', value: sent('cursor') },
      { extension, keyword: 'outputToken', value: returned('cursor') },
      { extension, keyword: 'hasMore', value: returned('hasMore') },
      { extension, keyword: 'total', value: returned('total') },
      { extension, keyword: 'totalPages', value: returned('totalPages') },
      { extension, keyword: 'links.next', value: returned('cursorUrl') },
    ];
  },
  (marked) => {
    const extension = 'x-stainless-pagination-property';
    const purposes: Readonly<Record<string, string>> = {
      items: 'items', has_next_page: 'hasMore', next_cursor_param: 'inputToken', next_cursor_field: 'outputToken',
      cursor_url_field: 'links.next', page_number_param: 'pageIndex', total_page_count_field: 'totalPages',
      offset_count_param: 'offset', offset_total_count_field: 'total',
    }; // biome-ignore format: one glance
    return markedPlaces(marked, extension, (mark) => {
      if (at(mark, 'is_top_level_array') === true) return 'items';
      return purposes[String(at(mark, 'purpose'))];
    });
  },
  (marked) => {
    const flags: Readonly<Record<string, string>> = {
      'x-ms-list-page-size': 'pageSize', 'x-ms-list-page-index': 'pageIndex', 'x-ms-list-offset': 'offset',
      'x-ms-list-page-items': 'items', 'x-ms-list-next-link': 'links.next', 'x-ms-list-prev-link': 'links.prev',
      'x-ms-list-first-link': 'links.first', 'x-ms-list-last-link': 'links.last',
    }; // biome-ignore format: one glance
    const token = 'x-ms-list-continuation-token';
    const isSet = (mark: Json): string | undefined => (mark === true ? '' : undefined);
    return [
      ...Object.entries(flags).flatMap(([extension, keyword]) =>
        markedPlaces(marked, extension, (mark) => (mark === true ? keyword : isSet(mark))),
      ),
      ...markedParameters(marked, token, () => 'inputToken'),
      ...markedFields(marked, token, () => 'outputToken'),
    ];
  },
  ({ ownLinks }) =>
    ownLinks.flatMap((given) => {
      const extension = 'a Link of OpenAPI';
      for (const [name, expression] of Object.entries(given)) {
        const [place, pointer] = /^\$response\.(?:body#(\/.+)|header\..+)$/.exec(String(expression)) ?? [];
        if (place !== undefined)
          return [
            { extension, keyword: 'inputToken', value: name.replace(/^query\./, '') },
            { extension, keyword: 'outputToken', value: pointer ?? place },
          ];
      }
      return [];
    }),
];

type KeywordOf = (mark: Json) => string | undefined;

const markedPlaces = (marked: VendorSource, extension: string, keywordOf: KeywordOf) => [
  ...markedParameters(marked, extension, keywordOf),
  ...markedFields(marked, extension, keywordOf),
];

const markedParameters = ({ parameters }: VendorSource, extension: string, keywordOf: KeywordOf) =>
  parameters.flatMap((one) => {
    const mark = (at(one, extension) ?? at(one.schema, extension)) as Json | undefined;
    const keyword = mark === undefined ? undefined : keywordOf(mark);
    return keyword ? [{ extension, keyword, value: one.name }] : [];
  });

const markedFields = (
  { response }: Pick<VendorSource, 'response'>,
  extension: string,
  keywordOf: KeywordOf,
) =>
  outerFields(response).flatMap(({ path, schema }) => {
    const mark = schema[extension];
    const keyword = mark === undefined ? undefined : keywordOf(mark);
    if (!keyword) return [];
    const header = textOrNothing(at(mark, 'from_header'));
    const place = header === undefined ? pointerTo(path) || '$response.body' : `$response.header.${header}`;
    return [{ extension, keyword, value: place }];
  });

/** A response and its fields, a few levels deep, which each reader looks through. */
const outerFields = onceFor((response: JsonObject) => fieldsBelow(response, []));

const fieldsBelow = (
  schema: JsonObject,
  path: Path,
): { readonly path: Path; readonly schema: JsonObject }[] => [
  { path, schema },
  ...(path.length > 3 ? [] : Object.entries(propertiesOf(schema))).flatMap(([name, inner]) =>
    isObject(inner) ? fieldsBelow(inner, [...path, name]) : [],
  ),
];
