import { type BadFilter, isBadFilter, readFilter } from './filter.ts';
import { createIncluded } from './included.ts';
import { emptyListing } from './listing.ts';
import { createPageWriter } from './listing-text.ts';
import type { Locate } from './locate.ts';
import type { Handler, Setup } from './operation.ts';
import { createPageReader } from './page.ts';
import { createPathCheck } from './path-check.ts';
import { createProductWriter } from './product-text.ts';
import { type Problem, refuse } from './refusal.ts';
import { createShelves } from './shelves.ts';
import { chosen } from './why.ts';

/** Lists the live products of a hierarchy node. */
export function createNodeProducts(setup: Setup): Handler {
  const { catalog, choices, locate } = setup;
  const writeProduct = createProductWriter(setup);
  const writePage = createPageWriter(setup, createIncluded(catalog, writeProduct, choices));
  const findShelf = createShelves(setup, writeProduct);
  const checkPath = createPathCheck(setup);
  const readPage = createPageReader(setup);

  return ({ base, path, pathParameters, queryParameters, problems: queryProblems }) => {
    const { page, problems: pageProblems } = readPage(queryParameters);
    const pathProblems = checkPath(pathParameters);
    const isStray = pathProblems.length > 0 && choices['path-uuid'] === 'empty';
    const problems = [...(isStray ? [] : pathProblems), ...queryProblems, ...pageProblems];
    const filter = readFilter(queryParameters.get('filter'), choices);
    if (isBadFilter(filter)) {
      const crashes = filter.kind === 'syntax' && choices['filter-crash'] === 'crash';
      return refuse(crashes ? 500 : choices['listing-refusal'], [...problems, filterProblem(filter, locate)]);
    }
    if (problems.length > 0) {
      return refuse(choices['bad-input'] === 'crash' ? 500 : choices['listing-refusal'], problems);
    }
    const [hierarchy = '', node = ''] = [...pathParameters.values()];
    const shelf = findShelf(hierarchy, node);
    if (!shelf && !isStray && choices['unknown-node'] === 'refused') {
      return refuse(404, [{ detail: 'there is no such hierarchy or node', why: chosen('unknown-node') }]);
    }
    const listing = shelf?.(page) ?? emptyListing;
    const place = { address: `${base}${path}`, filter: queryParameters.get('filter'), page };
    return { status: choices['listing-success'], body: writePage(listing, listing.select(filter), place) };
  };
}

const filterProblem = ({ at, expected, why }: BadFilter, locate: Locate): Problem => ({
  detail: `filter expected ${expected} at position ${at}`,
  source: { parameter: 'filter' },
  why: { pointer: locate.parameter('node-products', 'filter'), ...why },
});
