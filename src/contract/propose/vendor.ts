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
import { type Proposal, suggested } from './proposal.ts';
import type { QueryParameter } from './schemas.ts';
import { lettersOfName, parameterNames } from './words.ts';

/** What vendor extensions are read from. */
type VendorSource = {
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

/** Where a response or a request has something, by the keyword of `x-list`; the relation of a link is after a dot. */
type Keywords = Readonly<Record<string, string | undefined>>;

/** What the vendor extensions of others say of pages, as keywords of `x-list`. */
export function statedByVendors(source: VendorSource): Proposal[] {
  const known = new Set<string>();
  const all = Object.entries(readers).flatMap(([extension, read]) =>
    Object.entries(read(source, extension)).map(([keyword, value]) => ({ extension, keyword, value })),
  );
  return all.flatMap(({ extension, keyword, value }) => {
    if (value === undefined || known.has(keyword) || !exists(source, keyword, value)) return [];
    known.add(keyword);
    return [suggested(keyword.split('.'), value, `${extension} says so`, 'stated')];
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

type Reader = (source: VendorSource, extension: string) => Keywords;

/** A reader of an extension of an operation that is an object; one that is `true` has it at the root of the document. */
const ofOperation =
  (read: (stated: JsonObject) => Keywords): Reader =>
  ({ operation, document }, extension) => {
    const stated = operation[extension] === true ? document[extension] : operation[extension];
    return isObject(stated) ? read(stated) : {};
  };

/** A reader of marks on parameters and on fields of a response. */
const ofMarks =
  (keywordOf: (mark: Json, isParameter: boolean) => string | undefined): Reader =>
  ({ parameters, response }, extension) => {
    const named = parameters.flatMap((one): [string, string][] => {
      const mark = (at(one, extension) ?? at(one.schema, extension)) as Json | undefined;
      const keyword = mark === undefined ? undefined : keywordOf(mark, true);
      return keyword === undefined ? [] : [[keyword, one.name]];
    });
    const placed = outerFields(response).flatMap(({ path, schema }): [string, string][] => {
      const mark = schema[extension];
      const keyword = mark === undefined ? undefined : keywordOf(mark, false);
      if (keyword === undefined) return [];
      const header = at(mark, 'from_header');
      const inBody = pointerTo(path) || '$response.body';
      return [[keyword, typeof header === 'string' ? `$response.header.${header}` : inBody]];
    });
    return Object.fromEntries([...named, ...placed].toReversed());
  };

const flag = (keyword: string): Reader => ofMarks((mark) => (mark === true ? keyword : undefined));

const stainlessPurposes: Readonly<Record<string, string>> = {
  items: 'items', has_next_page: 'hasMore', next_cursor_param: 'inputToken', next_cursor_field: 'outputToken',
  cursor_url_field: 'links.next', page_number_param: 'pageIndex', total_page_count_field: 'totalPages',
  offset_count_param: 'offset', offset_total_count_field: 'total',
}; // biome-ignore format: one glance

const readers: Readonly<Record<string, Reader>> = {
  'x-ms-pageable': ofOperation(({ itemName = 'value', nextLinkName }) => ({
    items: pointer(itemName),
    'links.next': pointer(nextLinkName),
  })),
  'x-speakeasy-pagination': ofOperation(({ inputs, outputs }) => {
    const input = (type: string): string | undefined =>
      textOrNothing(
        at(
          [inputs ?? []].flat().find((one) => at(one, 'type') === type && at(one, 'in') === 'parameters'),
          'name',
        ),
      );
    return {
      items: dotted(at(outputs, 'results')),
      pageIndex: input('page'),
      offset: input('offset'),
      pageSize: input('limit'),
      inputToken: input('cursor'),
      outputToken: dotted(at(outputs, 'nextCursor') ?? '-'),
      totalPages: dotted(at(outputs, 'numPages') ?? '-'),
      'links.next': dotted(at(outputs, 'nextUrl') ?? '-'),
    };
  }),
  'x-fern-pagination': ofOperation((stated) => {
    const offset = requested(stated.offset);
    return {
      items: dotted(stated.results ?? '-'),
      [wayOf(offset)]: offset,
      pageSize: requested(stated.step),
      inputToken: requested(stated.cursor),
      outputToken: dotted(stated.next_cursor ?? '-'),
      hasMore: dotted(stated['has-next-page'] ?? '-'),
      'links.next': dotted(stated.next_uri ?? '-'),
    };
  }),
  'x-scalar-pagination': ({ operation, document }, extension) => {
    const own = operation[extension];
    const named = [document[extension] ?? []].flat().find((one) => at(one, 'name') === own);
    const stated = typeof own === 'string' ? named : own;
    if (!isObject(stated)) return {};
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
    return {
      items: returned('items'),
      offset: sent('offset'),
      pageIndex: sent('pageNumber'),
      pageSize: sent('limit', 'pageSize'),
      inputToken: sent('cursor'),
      outputToken: returned('cursor'),
      hasMore: returned('hasMore'),
      total: returned('total'),
      totalPages: returned('totalPages'),
      'links.next': returned('cursorUrl'),
    };
  },
  'x-stainless-pagination-property': ofMarks((mark) =>
    at(mark, 'is_top_level_array') === true ? 'items' : stainlessPurposes[String(at(mark, 'purpose'))],
  ),
  'x-ms-list-page-size': flag('pageSize'),
  'x-ms-list-page-index': flag('pageIndex'),
  'x-ms-list-offset': flag('offset'),
  'x-ms-list-page-items': flag('items'),
  'x-ms-list-next-link': flag('links.next'),
  'x-ms-list-prev-link': flag('links.prev'),
  'x-ms-list-first-link': flag('links.first'),
  'x-ms-list-last-link': flag('links.last'),
  'x-ms-list-continuation-token': ofMarks((_, isParameter) => (isParameter ? 'inputToken' : 'outputToken')),
  'a Link of OpenAPI': ({ ownLinks }) => {
    for (const [name, expression] of ownLinks.flatMap((given) => Object.entries(given))) {
      const [place, pointer] = /^\$response\.(?:body#(\/.+)|header\..+)$/.exec(String(expression)) ?? [];
      if (place !== undefined)
        return { inputToken: name.replace(/^query\./, ''), outputToken: pointer ?? place };
    }
    return {};
  },
};

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
