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

  return ({ base, path, pathParameters, queryParameters: asked, problems: queryProblems }) => {
    const queryParameters = readCursor(asked) ?? asked;
    const objection = objectionTo(queryParameters.get('filter') ?? '', choices);
    if (objection) return objection;
    const { page, problems: pageProblems } = readPage(queryParameters);
    const problems = [...checkPath(pathParameters), ...queryProblems, ...pageProblems];
    const filter = readFilter(queryParameters.get('filter'), choices);
    if (isBadFilter(filter)) {
      return refuse(choices['listing-refusal'], [...problems, filterProblem(filter, pointers)]);
    }
    if (problems.length > 0) return refuse(choices['listing-refusal'], problems);
    const [hierarchy = '', node = ''] = [...pathParameters.values()];
    const nodeListing = findListing(hierarchy, node);
    if (!nodeListing && choices['unknown-node'] === 'refused') {
      return refuse(404, [
        { detail: 'there is no such hierarchy or node', reason: choiceReason('unknown-node') },
      ]);
    }
    const listing = nodeListing ?? emptyListing;
    const selected = listing.select(filter);
    const position = { address: `${base()}${path}`, filter: queryParameters.get('filter'), page };
    const body = readyPage(listing, position, () => writePage(listing, selected, position));
    return { status: choices['listing-success'], body };
  };
}

/** Why a filter is not even read, if it is not: what stands in front of many servers rejects some. */
function objectionTo(filter: string, choices: Choices): Refusal | undefined {
  if (choices['filter-fragments'] === 'forbidden' && /['"]|--/.test(filter)) {
    return refuse(403, [
      { detail: 'the filter looks like an attack', reason: choiceReason('filter-fragments') },
    ]);
  }
  return undefined;
}

const filterProblem = ({ at, expected, reason }: BadFilter, pointers: ContractPointers): Problem => ({
  detail: `filter expected ${expected} at position ${at}`,
  source: { parameter: 'filter' },
  reason: { pointer: pointers.parameter('node-products', 'filter'), ...reason },
});
