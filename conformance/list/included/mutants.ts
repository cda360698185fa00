import type { Mutant } from '../../../src/http/exchange.ts';
import { type JsonObject, withAt } from '../../../src/json/json.ts';
import { type Asked, changeListing, componentsOf, productsOf, wholeListing } from '../mutants.ts';

/** On nodes that have no bundles, includes every product of a page as a component. */
export const includedAnyway = (chosen: (asked: Asked) => boolean): Mutant =>
  changeListing(async (json, asked, next, call) => {
    if (!chosen(asked)) return undefined;
    const whole = await wholeListing(next, call, { ...asked, filter: undefined });
    if (componentsOf(whole.products).length > 0) return undefined;
    return withAt(json, ['included', 'component_products'], productsOf(json));
  });

/** On nodes that have bundles, includes a component product on pages that have none. */
export const alwaysIncluded = (chosen: (asked: Asked) => boolean): Mutant =>
  changeListing(async (json, asked, next, call) => {
    if (!chosen(asked) || componentsOf(productsOf(json)).length > 0) return undefined;
    const whole = await wholeListing(next, call, { ...asked, filter: undefined });
    const [first] = whole.components.keys();
    const product: JsonObject | undefined = first === undefined ? undefined : whole.components.get(first);
    return product && withAt(json, ['included', 'component_products'], [product]);
  });
