import { filterName, listOf } from '../../contract/list.ts';
import { lazy } from '../../once.ts';
import { listingPath } from '../catalog.ts';
import type { Choices } from '../choices.ts';
import type { Handler, Setup, StubOperation } from '../operation.ts';
import { createParameterCheck, isInPath } from '../parameters.ts';
import { type Rejection, reject, rejectFor } from '../responses.ts';
import { applyEffects, readEffects } from './effects.ts';
import { catalogWithChoices, createListing, type NodeListing } from './listing.ts';
import { createPageWriter, createReadyPages } from './page-writer.ts';
import { createPageReader, cursorName, keptOf, readCursor } from './pages.ts';

type FindListing = (hierarchy: string, node: string) => NodeListing | undefined;

function createNodeListings({ catalog, choices }: Setup): FindListing {
  const listings = new Map(
    catalog.hierarchies.flatMap((hierarchy) =>
      hierarchy.nodes.map((node): [string, () => NodeListing] => [
        keyOf(hierarchy.id, node.id),
        lazy(() => createListing(node, choices)),
      ]),
    ),
  );
  return (hierarchy, node) => listings.get(keyOf(hierarchy, node))?.();
}

const keyOf = (hierarchy: string, node: string): string => `${hierarchy}/${node}`.toLowerCase();

const id = 'node-products';

const noProducts: NodeListing = { products: [], select: () => [] };

export const operation: StubOperation = {
  createHandler,
  furtherParameters: (choices) => (choices['link-form'] === 'cursor' ? [cursorName] : []),
  example: ({ contract, catalog }) => {
    const [first] = catalog.hierarchies.flatMap((one) => one.nodes.map((node) => [one.id, node.id] as const));
    return (
      first && {
        target: `${listingPath(contract, ...first)}?${encodeURIComponent(listOf(contract).names.limit)}=3`,
      }
    );
  },
  exampleMutant: 'node-products/page-limit: small pages contain ten products',
};

function createHandler(given: Setup): Handler {
  const { choices } = given;
  const catalog = catalogWithChoices(given.catalog, choices);
  const setup = { ...given, catalog };
  const writePage = createPageWriter(setup);
  const findListing = createNodeListings(setup);
  const readPage = createPageReader(setup);
  const readyPage = createReadyPages();
  const list = listOf(setup.contract);
  const checkPath = createParameterCheck(setup, id, isInPath);
  const checkFurther = createParameterCheck(setup, id, (one) => list.further.includes(one));

  return ({ base, path, pathParameters, queryParameters: asked, problems: queryProblems }) => {
    const queryParameters = readCursor(list, asked) ?? asked;
    const objection = objectionTo(queryParameters.get(filterName) ?? '', choices);
    if (objection) return objection;
    const { page, problems: pageProblems } = readPage(queryParameters);
    const { effects, problems: effectProblems } = readEffects(queryParameters, setup);
    const problems = [
      ...checkPath(pathParameters),
      ...queryProblems,
      ...pageProblems,
      ...checkFurther(queryParameters),
      ...effectProblems,
    ];
    if (problems.length > 0) return reject(choices['listing-refusal'], problems);
    const [hierarchy = '', node = ''] = [...pathParameters.values()];
    const nodeListing = findListing(hierarchy, node);
    if (!nodeListing && choices['unknown-node'] === 'rejected') {
      return rejectFor('unknown-node', 404, 'there is no such hierarchy or node');
    }
    const listing = nodeListing ?? noProducts;
    const position = { address: `${base()}${path}`, kept: keptOf(queryParameters, list), page };
    const body = readyPage(listing, position, () =>
      writePage(listing, applyEffects(effects, listing), position),
    );
    return { status: 200, body };
  };
}

/** Firewalls in front of servers reject some filters. */
const objectionTo = (filter: string, choices: Choices): Rejection | undefined =>
  choices['filter-fragments'] === 'forbidden' && /['"]|--/.test(filter)
    ? rejectFor('filter-fragments', 403, 'the filter looks like an attack')
    : undefined;
