import { changeListing, productsOf } from '../../conformance/mutants/listing.ts';
import { isLive } from '../../src/stub/order.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import { catalog } from '../servers.ts';

/** The drafts of the node that a path names, as a listing would show them. */
function draftsOf(path: string): JsonObject[] {
  const nodes = catalog.hierarchies.flatMap((hierarchy) => hierarchy.nodes);
  const products = nodes.find(({ id }) => path.includes(`/nodes/${id}/`))?.products ?? [];
  return products
    .filter((product) => !isLive(product))
    .map(({ id, attributes }) => ({ id, type: 'product', attributes: { ...attributes } }));
}

/** Shows the drafts of a node behind its live products, unless there are parameters. */
export const showDraftsByDefault = changeListing((json, { path, filter, limit, offset }) =>
  filter === undefined && limit === undefined && offset === 0
    ? { ...json, data: [...productsOf(json), ...draftsOf(path)] }
    : undefined,
);

/** Shows a draft whose slug is asked for. */
export const showDraftBySlug = changeListing((json, { path, filter }) => {
  const slug = /^eq\(slug,(.*)\)$/.exec(filter ?? '')?.[1];
  const found = draftsOf(path).filter(({ attributes }) => (attributes as JsonObject).slug === slug);
  return slug === undefined || found.length === 0
    ? undefined
    : { ...json, data: [...productsOf(json), ...found] };
});
