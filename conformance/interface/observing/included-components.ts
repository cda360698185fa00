import type { Json } from '../../../src/json/json.ts';
import { instances } from '../../core/instances.ts';
import type { Look } from '../../core/look.ts';
import { listedNodes } from '../node-products/pages/listed-nodes.ts';

/** The component products that listings show, and the ids of those that bundles name. */
type IncludedComponents = { readonly shown: readonly Json[]; readonly named: readonly string[] };

/** What the first of the largest pages of every node show of components. */
export async function includedComponents(look: Look): Promise<IncludedComponents> {
  const nodes = await listedNodes(look);
  return {
    shown: nodes.flatMap(({ json }) =>
      instances(json, ['included', 'component_products', '[]']).map(({ value }) => value),
    ),
    named: nodes.flatMap(({ page }) => page.items.flatMap(({ components }) => components)),
  };
}
