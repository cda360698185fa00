import { at, isObject, type Path, pointerTo } from '../../json/json.ts';
import { propertiesOf } from '../../json/schema-at.ts';
import { isOfRecord, resourceIn } from '../../path-template.ts';
import { type Proposal, type Question, suggested } from './proposal.ts';
import { hasType, isRecordList, isScalar } from './schemas.ts';
import { lettersOfName, placeNames } from './words.ts';

type FoundItems = { readonly path: Path; readonly proposal: Proposal };

const resourceStem = (name: string): string =>
  name
    .replace(/ies$/, 'y')
    .replace(/(s|x|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');

/** Lists beside the records: of problems, of related records, of links. */
const besideRecords =
  /^(errors?|warnings?|messages?|included|includes|links|meta|facets|aggregations|expansions|fields|columns)$/;

const outerNames = [
  'data', 'result', 'results', 'response', 'payload', 'embedded', 'body', 'page', 'list', 'hits',
]; // biome-ignore format: one glance

const itemNames: readonly string[] = placeNames.items;

/** Where a response has its records, if it looks like a listing. */
export function itemsIn(url: string, response: unknown, isPaged: boolean): FoundItems | undefined {
  const found = (path: Path, why: string, sure: Proposal['sure']): FoundItems => ({
    path,
    proposal: suggested(['items'], pointerTo(path) || '$response.body', why, sure),
  });
  const isOfOne = isOfRecord(url);
  if (isRecordList(response))
    return isOfOne && !isPaged ? undefined : found([], 'the response is a list', 'likely');
  const properties = Object.entries(propertiesOf(response));
  const lists = properties.filter(([name, schema]) => isRecordList(schema) && !besideRecords.test(name));
  const isEnvelope =
    isPaged || (!isOfOne && properties.every(([name, schema]) => isRecordList(schema) || isBeside(name)));
  if (!isEnvelope) return undefined;
  const resource = lettersOfName(resourceIn(url) ?? '');
  const rank = ([name]: readonly [string, unknown]): number => {
    const letters = lettersOfName(name);
    if (resourceStem(letters) === resourceStem(resource)) return -1;
    const index = itemNames.indexOf(letters);
    return index < 0 ? itemNames.length : index;
  };
  const [best] = [...lists].sort((one, other) => rank(one) - rank(other));
  if (best) {
    const [name] = best;
    const isNamed = rank(best) < itemNames.length;
    // One record may have a list, too, and a generator may add parameters for pages everywhere.
    if (isOfOne && !isNamed) return undefined;
    if (lists.length === 1) return found([name], 'the only list of records in the response', 'likely');
    return found(
      [name],
      isNamed ? 'the list with a name that records have' : 'one of several lists in the response',
      isNamed ? 'likely' : 'possible',
    );
  }
  for (const [name, schema] of properties) {
    const isOuter = outerNames.includes(lettersOfName(name)) && isObject(schema);
    const inner = isOuter && itemsIn(url, schema, isPaged);
    if (inner) return found([name, ...inner.path], inner.proposal.why, inner.proposal.sure);
  }
  return undefined;
}

/** What stands beside the records of a listing that has no parameters for pages. */
const isBeside = (name: string): boolean =>
  besideRecords.test(name) ||
  /^(total|count|size|page|limit|offset|next|prev|first|last|self|cursor|has|more|object|kind|pagination|paging|url|href|success|status|ok|code|etag|metadata|number|start|sync|response|odata)/.test(
    lettersOfName(name),
  );

type Paths = { readonly url: string; readonly urls: readonly string[] };

/** The parameters of paths such as `/books/{id}`, of `/books`. */
const parametersBelow = ({ url, urls }: Paths): string[] =>
  urls.flatMap((other) => {
    const [, name] = other.startsWith(`${url}/`)
      ? (/^\{([^}]+)\}$/.exec(other.slice(url.length + 1)) ?? [])
      : [];
    return name ?? [];
  });

/** What identifies a record of a listing. */
export function identifierOf(paths: Paths, items: Path, record: unknown): Proposal | Question {
  const { url } = paths;
  const proposal = (value: string | string[], why: string, sure?: Proposal['sure']): Proposal =>
    suggested(['identifier'], value, why, sure);
  const fields = Object.entries(propertiesOf(record)).filter(
    ([, schema]) => isScalar(schema) && !hasType(schema, 'boolean'),
  );
  const named = (name: string): string | undefined =>
    fields.find(([field]) => lettersOfName(field) === lettersOfName(name))?.[0];
  const id = named('id');
  if (id !== undefined && named('type') !== undefined && isObject(propertiesOf(record).attributes))
    return proposal([pointerTo([named('type') ?? '']), pointerTo([id])], 'records have the form of JSON:API');
  if (id !== undefined) return proposal(pointerTo([id]), 'its name');
  const resource = resourceStem(lettersOfName(resourceIn(url) ?? ''));
  const listed = resourceStem(lettersOfName(String(items.at(-1) ?? '')));
  const fromPath = parametersBelow(paths)
    .map((name) => [name, named(name)] as const)
    .find(([, field]) => field !== undefined);
  if (fromPath?.[1] !== undefined)
    return proposal(pointerTo([fromPath[1]]), `{${fromPath[0]}} is the parameter of the path of one record`);
  const others = [
    `${resource}id`,
    `${listed}id`,
    'uuid',
    'uid',
    'guid',
    'gid',
    'sid',
    '_id',
    `${resource}uuid`,
  ];
  const other = others.map(named).find((one) => one !== undefined);
  if (other !== undefined) return proposal(pointerTo([other]), 'its name');
  const meta = propertiesOf(propertiesOf(record).metadata ?? propertiesOf(record).meta);
  const outer = propertiesOf(record).metadata === undefined ? 'meta' : 'metadata';
  const inner = ['uid', 'id', 'guid'].find((one) => isScalar(meta[one]));
  if (inner !== undefined) return proposal(pointerTo([outer, inner]), 'its name');
  const maybe = ['key', 'slug', 'code', 'name', `${resource}name`, `${resource}key`]
    .map(named)
    .find((one) => one !== undefined);
  if (maybe !== undefined) return proposal(pointerTo([maybe]), 'no field is called id', 'possible');
  return { keyword: ['identifier'], asks: 'Which field identifies a record?' };
}

export const recordAt = (response: unknown, items: Path): unknown =>
  at(response, ...items.flatMap((step) => ['properties', step]), 'items');
