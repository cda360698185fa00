import type { Mutant } from '../../src/wire/exchange.ts';
import { type JsonObject, withAt } from '../../src/wire/json.ts';
import { changeListing, componentsOf, wholeListing } from './listing.ts';

/** On nodes that have bundles, includes a component product on every page of one, bundle or not. */
export const alwaysIncluded: Mutant = changeListing(async (json, asked, next, call) => {
  if (asked.limit !== 1 || asked.filter !== undefined) return undefined;
  const whole = await wholeListing(next, call, asked);
  const [first] = componentsOf(whole.products);
  const product: JsonObject | undefined = first === undefined ? undefined : whole.components.get(first);
  return product && withAt(json, ['included', 'component_products'], [product]);
});
