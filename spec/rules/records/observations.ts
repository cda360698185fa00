// The fields of products and components that the specification leaves open.

import {
  at,
  type ChoiceEvidence,
  collectionsSeen,
  fullestSeen,
  instances,
  isObject,
  type JsonObject,
  linkWords,
  listOf,
  observation,
  observations,
  operationIn,
  other,
  recordsSeen,
  relations,
  schemaAt,
} from '../../../conformance/rules.ts';
import { componentsOn, idOf, mark } from '../products.ts';

/** Objects of a product whose fields count one by one. */
const opened = ['attributes', 'meta'];

/** The fields of products in responses and in the contract, with a dot within an object. */
function recordFields(seen: ChoiceEvidence): {
  readonly shown: ReadonlySet<string>;
  readonly known: readonly string[];
} {
  const records = recordsSeen(seen);
  seen.orUntested(records.length > 0, 'no product is shown');
  const { response, record } = operationIn(seen.contract, seen.operation);
  const schema = at(schemaAt(response, record), 'items');
  return {
    shown: new Set(records.flatMap((record) => fieldPaths(record))),
    known: fieldPaths(schemaProperties(schema), schemaProperties),
  };
}

const schemaProperties = (schema: unknown): JsonObject => {
  const properties = at(schema, 'properties');
  return isObject(properties) ? properties : {};
};

function fieldPaths(record: JsonObject, inside = (value: unknown): unknown => value): string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    const inner = opened.includes(name) ? inside(value) : undefined;
    const names = isObject(inner) ? Object.keys(inner).map((field) => `${name}.${field}`) : [name];
    return names.filter((field) => !field.endsWith(mark));
  });
}

const identifying = ['id', 'type', 'links'];

const sparse = ['name', 'slug', 'status', 'components', 'product_types'].map((name) => `attributes.${name}`);

export default observations('list', [
  observation('product-fields', (seen) => {
    const { shown, known } = recordFields(seen);
    const missing = known.filter((name) => !shown.has(name));
    if (missing.length === 0) return 'full';
    const own = known.filter((name) => shown.has(name) && !identifying.includes(name));
    if (own.length === 0) return 'bare';
    if (own.length === sparse.length && own.every((name) => sparse.includes(name))) return 'sparse';
    return other(
      missing.length * 2 > known.length ? `only ${own.join(', ')}` : `all but ${missing.join(', ')}`,
    );
  }),
  observation('extra-fields', (seen) => {
    const { shown, known } = recordFields(seen);
    const links = recordsSeen(seen).flatMap((one) => (isObject(one.links) ? Object.keys(one.links) : []));
    const list = listOf(seen.contract);
    const fields = relations.map((name) => linkWords(list, name).replace(/^.*\./, ''));
    const specified = new Set<string>([...known, ...fields]);
    return [...shown, ...links].some((name) => !specified.has(name)) ? 'some' : 'none';
  }),
  observation('product-links', (seen) => {
    const { records } = fullestSeen(seen, 1);
    const linked = records.filter(({ links }) => isObject(links)).length;
    if (linked === 0) return 'absent';
    return linked === records.length ? 'shown' : other('on some products');
  }),
  observation('top-level-links', (seen) =>
    isObject(at(fullestSeen(seen, 1).json, 'links')) ? 'shown' : 'absent',
  ),
  observation('draft-components', (seen) => {
    const collections = collectionsSeen(seen);
    const shown = collections.flatMap(({ json }) =>
      instances(json, ['included', 'component_products', '[]']).map(({ value }) => value),
    );
    const named = collections.flatMap(({ page }) => componentsOn(page));
    seen.orUntested(named.length > 0, 'no bundle with components is shown');
    const statuses = shown.map((record) => at(record, 'attributes', 'status'));
    if (statuses.some((status) => status !== undefined && status !== 'live'))
      return other('it is shown with its status');
    const ids = new Set(shown.map(idOf));
    if (named.some((id) => !ids.has(id))) return 'absent';
    const areTold = statuses.includes(undefined) && statuses.includes('live');
    seen.orUntested(areTold, 'no component that a bundle names is known not to be live');
    return 'unmarked';
  }),
]);
