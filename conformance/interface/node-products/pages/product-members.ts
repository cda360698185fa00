import { at, isObject, type JsonObject } from '../../../../src/json/json.ts';
import type { Look } from '../../../core/look.ts';
import { listedProducts } from './listed-nodes.ts';

/** Objects of a product whose members are looked at one by one. */
const opened = ['attributes', 'meta'];
/** Looked at by an observation of its own. */
const mark = 'curated_product';

/** The members of products that listings show, and those that the contract knows; within an object with a dot. */
export async function productMembers(
  look: Look,
): Promise<{ readonly shown: ReadonlySet<string>; readonly known: readonly string[] }> {
  const products = await listedProducts(look);
  look.occasion(products.length > 0, 'no product is shown');
  const schema = at(look.contract.operations['node-products'].response, 'properties', 'data', 'items');
  return {
    shown: new Set(products.flatMap((product) => membersOf(product))),
    known: membersOf(propertiesOf(schema), propertiesOf),
  };
}

const propertiesOf = (schema: unknown): JsonObject => {
  const properties = at(schema, 'properties');
  return isObject(properties) ? properties : {};
};

function membersOf(product: JsonObject, inside = (value: unknown): unknown => value): string[] {
  return Object.entries(product).flatMap(([name, value]) => {
    const inner = opened.includes(name) ? inside(value) : undefined;
    const names = isObject(inner) ? Object.keys(inner).map((member) => `${name}.${member}`) : [name];
    return names.filter((member) => !member.endsWith(mark));
  });
}
