import { at, isObject, type JsonObject } from '../../../../src/json/json.ts';
import { observation } from '../../../core/rule.ts';
import { listedProducts } from '../../../interface/pages/listed-nodes.ts';

/** Objects of a product whose members are looked at one by one. */
const opened = ['attributes', 'meta'];
/** Looked at by observations of its own. */
const mark = 'curated_product';

export default observation({
  asks: 'which members of a product does a listing show?',
  look: async (look) => {
    const products = await listedProducts(look);
    look.occasion(products.length > 0, 'no product is shown');
    const shown = new Set(products.flatMap((product) => membersOf(product)));
    const schema = at(look.contract.operations['node-products'].response, 'properties', 'data', 'items');
    const known = membersOf(propertiesOf(schema), propertiesOf);
    const missing = known.filter((name) => !shown.has(name));
    const further = [...shown].filter((name) => !known.includes(name)).sort();
    if (missing.length === known.length) return 'none that the contract knows';
    const most = missing.length === 0 ? 'all' : `all but ${missing.join(', ')}`;
    const few = `only ${known.filter((name) => shown.has(name)).join(', ')}`;
    const words = missing.length * 2 > known.length ? few : most;
    return further.length === 0 ? words : `${words}; further ${further.join(', ')}`;
  },
});

const propertiesOf = (schema: unknown): JsonObject => {
  const properties = at(schema, 'properties');
  return isObject(properties) ? properties : {};
};

/** Names of the members of a product, those of opened objects with a dot. */
function membersOf(product: JsonObject, inside = (value: unknown): unknown => value): string[] {
  return Object.entries(product).flatMap(([name, value]) => {
    const inner = opened.includes(name) ? inside(value) : undefined;
    const names = isObject(inner) ? Object.keys(inner).map((member) => `${name}.${member}`) : [name];
    return names.filter((member) => !member.endsWith(mark));
  });
}
