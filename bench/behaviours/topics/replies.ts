import type { Behaviour } from '../behaviour.ts';
import type { Product } from '../server/shop.ts';

const optional = 'Section 2.6: all fields of a product are optional.';

export const replies: readonly Behaviour[] = [
  {
    name: 'byte-order-mark',
    does: 'Begins every body with a byte order mark.',
    permitted:
      'Reading 30: the body of an accepted reply parses as JSON, and readers of JSON may pass over the mark.',
    ways: () => ({
      after: (_, answer) => ({ ...answer, text: `\uFEFF${JSON.stringify(answer.body)}` }),
    }),
  },
  {
    name: 'error-pages',
    does: 'Rejects with a page of HTML.',
    permitted: 'Section 7: the format of an error response is not shown.',
    ways: () => ({
      after: (_, answer) =>
        answer.status < 400
          ? answer
          : { ...answer, text: '<!doctype html><h1>No</h1>', headers: { 'content-type': 'text/html' } },
    }),
  },
  {
    name: 'ids-not-shown',
    does: 'Shows products without ids; the operator names none either.',
    permitted: `${optional} Reading 17: rules that need ids are not exercised.`,
    ways: () => ({ listings: { show: ({ id: _, ...others }) => others } }),
    file: (usual) => ({
      ...usual,
      nodes: usual.nodes.map(({ hierarchy, node }) => ({ hierarchy, node })),
    }),
  },
  {
    name: 'ids-in-capitals',
    does: 'Shows the ids of products in capitals.',
    permitted: 'Reading 15: UUIDs compare without regard to case.',
    ways: () => ({ listings: { show: (one) => ({ ...one, id: one.id.toUpperCase() }) } }),
  },
  {
    name: 'status-not-shown',
    does: 'Shows products without a status.',
    permitted: optional,
    ways: () => ({ listings: { show: (one) => without(one, ['status']) } }),
  },
  {
    name: 'names-not-shown',
    does: 'Shows products without names and slugs.',
    permitted: optional,
    ways: () => ({ listings: { show: (one) => without(one, ['name', 'slug']) } }),
  },
  {
    name: 'null-for-absent',
    does: 'Shows null for what a product does not have.',
    permitted:
      'Section 2.6: all fields of a product are optional; by the readings, null in one counts as absent, and that it is left out is a should.',
    ways: () => ({ listings: { show: withNulls } }),
  },
];

function without({ attributes, ...others }: Product, names: readonly string[]): unknown {
  const left = Object.entries(attributes).filter(([name]) => !names.includes(name));
  return { ...others, attributes: Object.fromEntries(left) };
}

const withNulls = (one: Product): unknown => ({
  ...one,
  attributes: {
    ...one.attributes,
    description: null,
    components: one.attributes.components ?? null,
    build_rules: null,
    tags: null,
    variation_matrix: null,
    upc_ean: null,
  },
  relationships: { main_image: { data: null } },
  links: null,
});
