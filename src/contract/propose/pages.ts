import { at, isObject, type JsonObject, type Path, pointerTo } from '../../json/json.ts';
import { propertiesOf } from '../../json/schema-at.ts';
import { type Proposal, type Question, suggested } from './proposal.ts';
import { currentOf, describedAs, hasType, parameterNamed, type QueryParameter } from './schemas.ts';
import {
  ambiguousNames,
  headerNames,
  lettersOfName,
  linkNames,
  parameterNames,
  placeNames,
} from './words.ts';

type Keyword = keyof typeof parameterNames;

type PageParameters = Readonly<Partial<Record<Keyword, QueryParameter>>>;

const isNumber = ({ schema }: QueryParameter): boolean =>
  at(schema, 'type') === undefined || hasType(schema, 'integer', 'number');

/** Some documents give every parameter the type of a text. */
const isNumeral = (one: QueryParameter): boolean =>
  isNumber(one) ||
  (hasType(one.schema, 'string') &&
    at(one.schema, 'enum') === undefined &&
    /number|index|\bpage\b|maximum|limit|how many|integer|per page/i.test(describedAs(one, one.schema)));

const isTokenParameter = ({ schema }: QueryParameter): boolean =>
  hasType(schema, 'string') && at(schema, 'enum') === undefined && at(schema, 'format') !== 'date-time';

/** The parameters for pages, by their names and types. */
export function pageParametersIn(parameters: readonly QueryParameter[]): PageParameters {
  const current = currentOf(parameters);
  const find = (keyword: Keyword, isMeant: (one: QueryParameter) => boolean) =>
    parameterNamed(current, parameterNames[keyword], isMeant);
  const all = {
    pageSize: find('pageSize', isNumeral),
    offset: find('offset', isNumber),
    pageIndex: find('pageIndex', isNumeral),
    inputToken: find('inputToken', isTokenParameter),
  };
  const isSure = (one: QueryParameter | undefined): boolean =>
    one !== undefined && !ambiguousNames.includes(lettersOfName(one.name));
  const sure = Object.values(all).filter(isSure).length;
  // Two ambiguous names, such as `from` and `size`, make each other clear.
  const isEnough = sure > 0 || (all.pageSize !== undefined && (all.offset ?? all.inputToken) !== undefined);
  return Object.fromEntries(
    Object.entries(all).filter(([, one]) => one !== undefined && (isSure(one) || isEnough)),
  );
}

const countsOnePage =
  /\b(in|on|of|for|with) (this|the current|each|a) (page|response|request|result)\b|\breturned\b|per page|current page/i;

type Leaf = { readonly path: Path; readonly schema: JsonObject };

/** The fields of a response beside its records, down to a few levels of objects; no entries of lists. */
function leavesBeside(response: unknown, items: Path, path: Path = []): Leaf[] {
  return Object.entries(propertiesOf(response)).flatMap(([name, schema]) => {
    const here = [...path, name];
    if (!isObject(schema) || here.join('/') === items.join('/')) return [];
    const inner = here.length < 4 ? leavesBeside(schema, items, here) : [];
    return [{ path: here, schema }, ...inner];
  });
}

type ProposedPlaces = {
  readonly leaves: readonly Leaf[];
  readonly headers: readonly string[];
};

/** What the name of a header suggests. */
function ofHeader(keyword: keyof typeof headerNames, { headers }: ProposedPlaces): Proposal | undefined {
  const names: readonly string[] = headerNames[keyword];
  const header = headers.find((one) => names.includes(lettersOfName(one)));
  return header === undefined
    ? undefined
    : suggested([keyword], `$response.header.${header}`, 'a header of the response');
}

function totalIn(places: ProposedPlaces): Proposal | Question | undefined {
  const { leaves } = places;
  const named = bestLeaf(leaves, placeNames.total, ({ schema, path }) => {
    const text = describedAs(schema);
    const isCount =
      hasType(schema, 'integer', 'number') && !(countsOnePage.test(text) && !/total|overall/i.test(text));
    return isCount && !/page/i.test(String(path.at(-1)));
  });
  if (named) {
    const isCertain =
      hasType(named.schema, 'integer') ||
      named.path.length > 1 ||
      lettersOfName(String(named.path.at(-1))) !== 'total';
    const sure = isCertain ? 'likely' : 'possible';
    return suggested(['total'], pointerTo(named.path), 'its name and type', sure);
  }
  const header = ofHeader('total', places);
  if (header) return header;
  const count = leaves.find(
    ({ path, schema }) =>
      lettersOfName(String(path.at(-1))) === 'count' && hasType(schema, 'integer', 'number'),
  );
  if (!count) return undefined;
  const beside = leaves
    .filter(({ path }) => path.slice(0, -1).join('/') === count.path.slice(0, -1).join('/'))
    .map(({ path }) => lettersOfName(String(path.at(-1))));
  const text = describedAs(count.schema);
  if (/total|all pages|overall/i.test(text) || (beside.includes('next') && beside.includes('previous')))
    return suggested(
      ['total'],
      pointerTo(count.path),
      'it counts all records, as its description or its neighbours say',
    );
  return countsOnePage.test(text)
    ? undefined
    : { keyword: ['total'], asks: `Does ${pointerTo(count.path)} count all records, or those of one page?` };
}

/** The leaf whose name comes first in a list of names; of equals, the one that is less deep. */
const bestLeaf = (
  leaves: readonly Leaf[],
  names: readonly string[],
  isMeant: (leaf: Leaf) => boolean,
): Leaf | undefined =>
  leaves
    .filter((leaf) => names.includes(lettersOfName(String(leaf.path.at(-1)))) && isMeant(leaf))
    .sort(
      (one, other) =>
        names.indexOf(lettersOfName(String(one.path.at(-1)))) -
          names.indexOf(lettersOfName(String(other.path.at(-1)))) || one.path.length - other.path.length,
    )[0];

const backwards = /prev|before|start|first/i;

/** Whether a text is an address, not a token. */
export const isAddress = (text: string): boolean => /^(https?:\/)?\/|^\?[\w.[\]%-]+=/.test(text);

/** Whether a text has the address of a page, as its schema says. */
function showsAddress(schema: JsonObject): boolean {
  const shown = [schema.example, ...(Array.isArray(schema.examples) ? schema.examples : [])].map(String);
  return (
    ['uri', 'url', 'uri-reference', 'iri'].includes(String(schema.format)) ||
    /\b(ur[li]|link|href|endpoint)\b/i.test(describedAs(schema)) ||
    shown.some(isAddress)
  );
}

function outputTokenIn(places: ProposedPlaces, parameter: QueryParameter): Proposal | undefined {
  const input = lettersOfName(parameter.name);
  const candidates = places.leaves.filter(({ path, schema }) => {
    const name = lettersOfName(String(path.at(-1)));
    const isWithin =
      path.length > 1 &&
      lettersOfName(String(path.at(-2))) === 'next' &&
      ['after', 'cursor', 'token', input].includes(name);
    return (
      (isWithin || placeNames.outputToken.some((one) => one === name) || name === `next${input}`) &&
      hasType(schema, 'string', ...(hasType(parameter.schema, 'integer') ? ['integer'] : [])) &&
      !showsAddress(schema) &&
      !path.some((step) => backwards.test(String(step)))
    );
  });
  const value = ({ path, schema }: Leaf): number => {
    const name = lettersOfName(String(path.at(-1)));
    if (name === `next${input}` || path.some((step) => /next/i.test(String(step)))) return 0;
    if (/^end|last/.test(name)) return 1;
    return /next|following|more/i.test(describedAs(schema)) ? 1 : 2;
  };
  const [best] = [...candidates].sort((one, other) => value(one) - value(other));
  if (!best) return ofHeader('outputToken', places);
  return value(best) < 2
    ? suggested(['outputToken'], pointerTo(best.path), 'its name says that it leads on')
    : suggested(
        ['outputToken'],
        pointerTo(best.path),
        `it has nearly the name of ${parameter.name}`,
        'possible',
      );
}

/** The links of a page: the `Link` header, an object of relations, or fields by their names. */
function proposedLinks(places: ProposedPlaces, response: JsonObject): Proposal[] {
  const { leaves } = places;
  const objects: Leaf[] = [
    { path: [], schema: response },
    ...leaves.filter(({ schema }) => isObject(schema.properties)),
  ];
  for (const { path, schema } of objects) {
    const found = Object.entries(linkNames).flatMap(([relation, names]) => {
      const named = names.flatMap((known) =>
        Object.entries(propertiesOf(schema)).filter(([name]) => lettersOfName(name) === known),
      );
      const [place] = named.flatMap(([name, one]) => {
        if (!isObject(one)) return [];
        const [href] = Object.entries(propertiesOf(one)).filter(([inner]) => inner === 'href');
        if (href) return [[...path, name, 'href']];
        const within = /^_?links$|^pages$/i.test(String(path.at(-1)));
        const isLink = hasType(one, 'string') && (showsAddress(one) || within || /url|uri|link/i.test(name));
        return isLink ? [[...path, name]] : [];
      });
      return place === undefined ? [] : [[relation, place] as const];
    });
    if (found.every(([relation]) => relation !== 'next')) continue;
    const isObjectOfRelations =
      path.length > 0 &&
      found.length > 1 &&
      found.every(([relation, place]) => place.length === path.length + 1 && place.at(-1) === relation);
    return isObjectOfRelations
      ? [suggested(['links'], pointerTo(path), 'its relations')]
      : found.map(([relation, place]) =>
          suggested(['links', relation], pointerTo(place), 'their names, and what they are described as'),
        );
  }
  const header = ofHeader('links', places);
  if (header) return [header];
  const named = bestLeaf(leaves, linkNames.next, ({ schema }) => hasType(schema, 'string'));
  return named
    ? [suggested(['links', 'next'], pointerTo(named.path), 'its name, but it may be a token', 'possible')]
    : [];
}

type ProposedPages = { readonly proposals: readonly Proposal[]; readonly questions: readonly Question[] };

/** The place of a link to the next page in a body. */
const nextLinkIn = (links: readonly Proposal[]): string | undefined =>
  links
    .filter(({ keyword: [, relation = 'next'], sure }) => relation === 'next' && sure !== 'possible')
    .map(({ keyword, value }) => (keyword.length === 1 ? `${value}/next` : String(value)))
    .find((place) => place.startsWith('/'));

/** A parameter that asks for the total, such as `count=true`, without which a response may have none. */
const asksForTotal = ({ name, schema }: QueryParameter): boolean =>
  hasType(schema, 'boolean') && /total|count/.test(lettersOfName(name));

/** What is proposed of the pages of a listing with some query parameters. */
export function proposedPages(
  parameters: PageParameters,
  all: readonly QueryParameter[],
  response: JsonObject,
  items: Path,
  headers: readonly string[],
): ProposedPages {
  const places = { leaves: leavesBeside(response, items), headers };
  const { pageSize, offset, pageIndex, inputToken } = parameters;
  const byName = (keyword: Keyword, one: QueryParameter): Proposal =>
    suggested([keyword], one.name, 'its name and type');
  const links = proposedLinks(places, response);
  const nextLink = nextLinkIn(links);
  const linked =
    nextLink === undefined
      ? undefined
      : suggested(['outputToken'], nextLink, 'the link to the next page has it');
  const outputToken = inputToken && (outputTokenIn(places, inputToken) ?? linked);
  const questions: Question[] = [];
  // Beside a token, a number may only help the client.
  const isForClient = inputToken && pageIndex && /token|client state/i.test(describedAs(pageIndex));
  const [keyword, number] = offset
    ? (['offset', offset] as const)
    : (['pageIndex', isForClient ? undefined : pageIndex] as const);
  const paging = ((): readonly Proposal[] => {
    // A server that takes both usually has to be told to use tokens.
    if (number) return [byName(keyword, number)];
    if (inputToken && outputToken)
      return [{ ...byName('inputToken', inputToken), sure: outputToken.sure }, outputToken];
    if (inputToken)
      questions.push({
        keyword: ['outputToken'],
        asks: `Where does a response have what \`${inputToken.name}\` takes for the next page?`,
      });
    return [];
  })();
  if (paging.length === 0 && !inputToken && pageSize)
    questions.push({
      keyword: ['offset'],
      asks: 'How is the next page requested: by offset, pageIndex or inputToken?',
    });
  const total = totalIn(places);
  const asking = all.find(asksForTotal);
  const leaf = (keyword: 'totalPages' | 'hasMore', ...types: readonly string[]): readonly Proposal[] => {
    const found = bestLeaf(
      places.leaves,
      placeNames[keyword],
      ({ schema, path }) =>
        hasType(schema, ...types) &&
        !(keyword === 'totalPages' && countsOnePage.test(describedAs(schema)) && path.length === 0),
    );
    return found ? [suggested([keyword], pointerTo(found.path), 'its name and type')] : [];
  };
  const askedFor = (one: Proposal): Proposal =>
    asking ? { ...one, why: `\`${asking.name}\` asks for it`, sure: 'possible' } : one;
  const totalPages = leaf('totalPages', 'integer', 'number').map(askedFor);
  const pagesHeader = ofHeader('totalPages', places) ?? [];
  return {
    proposals: [
      ...(pageSize ? [byName('pageSize', pageSize)] : []),
      ...paging,
      ...(total && 'value' in total ? [askedFor(total)] : []),
      ...(totalPages.length > 0 ? totalPages : [pagesHeader].flat()),
      ...leaf('hasMore', 'boolean'),
      ...links,
    ],
    questions: [...questions, ...(total && 'asks' in total ? [total] : [])],
  };
}
