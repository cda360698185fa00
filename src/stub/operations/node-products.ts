import type { Choices } from '../choices/choices.ts';
import { readCursor } from '../listing/cursor.ts';
import { type BadFilter, isBadFilter, readFilter } from '../listing/filter.ts';
import { shopOfChoice } from '../listing/honest-shops.ts';
import { createIncluded } from '../listing/included.ts';
import { emptyListing } from '../listing/listing.ts';
import { createNodeListings } from '../listing/node-listings.ts';
import { createPageReader } from '../listing/page-parameters.ts';
import { createPageWriter } from '../listing/page-writer.ts';
import { createProductWriter } from '../listing/product-writer.ts';
import { createReadyPages } from '../listing/ready-pages.ts';
import { choiceReason } from '../replies/reason.ts';
import { type Problem, type Refusal, refuse } from '../replies/refusal.ts';
import type { ContractPointers } from '../requests/contract-pointers.ts';
import type { Handler, Setup } from '../requests/handler.ts';
import { createPathCheck } from '../requests/path-parameters.ts';

/** Lists the live products of a hierarchy node. */
export function createNodeProducts(given: Setup): Handler {
  const { choices, pointers } = given;
  const catalog = shopOfChoice(given.catalog, choices);
  const setup = { ...given, catalog };
  const writer = createProductWriter(setup);
  const writePage = createPageWriter(setup, createIncluded(catalog, writer, choices));
  const findListing = createNodeListings(setup, writer);
  const checkPath = createPathCheck(setup);
  const readPage = createPageReader(setup);
  const readyPage = createReadyPages();

  return ({ base, path, pathParameters, queryParameters: asked, search, problems: queryProblems }) => {
    const queryParameters = readCursor(asked) ?? asked;
    const objection = objectionTo(queryParameters.get('filter') ?? '', search, choices);
    if (objection) return objection;
    const { page, problems: pageProblems } = readPage(queryParameters);
    const pathProblems = checkPath(pathParameters);
    const isInvalidPathAccepted = pathProblems.length > 0 && choices['path-uuid'] === 'empty';
    const problems = [...(isInvalidPathAccepted ? [] : pathProblems), ...queryProblems, ...pageProblems];
    const filter = readFilter(queryParameters.get('filter'), choices);
    if (isBadFilter(filter)) {
      const crashes = filter.kind === 'syntax' && choices['filter-crash'] === 'crash';
      return refuse(crashes ? 500 : choices['listing-refusal'], [
        ...problems,
        filterProblem(filter, pointers),
      ]);
    }
    if (problems.length > 0) {
      return refuse(choices['bad-input'] === 'crash' ? 500 : choices['listing-refusal'], problems);
    }
    const [hierarchy = '', node = ''] = [...pathParameters.values()];
    const isKnown = choices['path-capitals'] === 'same' || !/[A-F]/.test(hierarchy + node);
    const nodeListing = isKnown ? findListing(hierarchy, node) : undefined;
    if (!nodeListing && !isInvalidPathAccepted && choices['unknown-node'] === 'refused') {
      return refuse(404, [
        { detail: 'there is no such hierarchy or node', reason: choiceReason('unknown-node') },
      ]);
    }
    const listing = nodeListing?.(page) ?? emptyListing;
    const selected = listing.select(filter);
    if (selected && selected.length <= page.offset && choices['filter-matchless'] === 'refused') {
      return refuse(404, [
        { detail: 'no product matches the filter', reason: choiceReason('filter-matchless') },
      ]);
    }
    const isPastEnd = page.offset > 0 && page.offset >= (selected?.length ?? listing.count);
    if (isPastEnd && choices['past-end'] === 'refused') {
      return refuse(404, [
        { detail: 'page[offset] is past the last product', reason: choiceReason('past-end') },
      ]);
    }
    const position = { address: `${base()}${path}`, filter: queryParameters.get('filter'), page };
    const body = readyPage(listing, position, () => writePage(listing, selected, position));
    return { status: choices['listing-success'], body };
  };
}

/** Why a filter is not even read, if it is not: what stands in front of many servers rejects some. */
function objectionTo(filter: string, search: string, choices: Choices): Refusal | undefined {
  if (choices['filter-fragments'] === 'forbidden' && /['"]|--/.test(filter)) {
    return refuse(403, [
      { detail: 'the filter looks like an attack', reason: choiceReason('filter-fragments') },
    ]);
  }
  if (choices['filter-coding'] === 'raw' && /(?:^|&)filter=[^&]*%(?:28|29|2c)/i.test(search)) {
    return refuse(400, [
      { detail: 'the filter has no raw parentheses and commas', reason: choiceReason('filter-coding') },
    ]);
  }
  return undefined;
}

const filterProblem = ({ at, expected, reason }: BadFilter, pointers: ContractPointers): Problem => ({
  detail: `filter expected ${expected} at position ${at}`,
  source: { parameter: 'filter' },
  reason: { pointer: pointers.parameter('node-products', 'filter'), ...reason },
});
