import type { Fields } from './members.ts';
import { identify, type Product, product, type Shelf } from './product.ts';

const sizes = ['small', 'large'].map((name) => ({ id: identify(`size ${name}`), name, description: name }));
const woods = ['oak', 'ash'].map((name) => ({ id: identify(`wood ${name}`), name, description: '' }));
const variations = [
  { id: identify('size'), name: 'Size', options: sizes },
  { id: identify('wood'), name: 'Wood', options: woods },
];

const children = sizes.flatMap((size) =>
  woods.map((wood) =>
    product(`Stool-${size.name}-${wood.name}`, {
      attributes: {
        product_types: ['child'],
        variations: [],
        variation_matrix: {},
        sku: `${size.id}${wood.id}`,
      },
      rest: { relationships: { parent: { data: { id: identify('product Stool'), type: 'product' } } } },
    }),
  ),
);

const parent = product('Stool', {
  attributes: {
    product_types: ['parent'],
    variations,
    variation_matrix: { [sizes[0]?.id ?? '']: { [woods[0]?.id ?? '']: children[0]?.id } },
    build_rules: {
      default: 'exclude',
      include: [[sizes[0]?.id, woods[1]?.id], [woods[0]?.id], []],
      exclude: [],
    },
  },
});

const glue = product('Glue', {
  isLive: false,
  attributes: { status: 'draft', product_types: ['standard'], sku: 'GLUE' },
});

const saw = product('Saw', {
  attributes: {
    product_types: ['standard'],
    status: 'live',
    sku: 'saw',
    external_ref: 's'.repeat(2048),
    tags: Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(255, 'w')),
    locales: { 'de-DE': { name: 'Säge' }, tlh: {} },
    custom_inputs: {
      engraving: {
        name: 'Engraving',
        validation_rules: [{ type: 'string', options: { max_length: 255, required: false } }],
      },
    },
  },
  rest: {
    relationships: {
      files: { data: [{ id: identify('plan of a saw'), type: 'file' }] },
      some: { data: [] },
      maker: { data: { id: identify('maker'), type: 'person' } },
      none: {},
    },
    meta: { owner: 'store', created_at: 'long ago', updated_at: '' },
  },
});

const nails = product('Nails', { attributes: { product_types: ['standard'], commodity_type: 'physical' } });

const option = ({ id }: Product, sort: number): Fields => ({
  id,
  type: 'product',
  quantity: 2,
  sort_order: sort,
  default: sort === 0,
});

/** A bundle with a component that is no longer sold. */
const kit = product('Kit', {
  attributes: {
    product_types: ['bundle'],
    components: {
      tools: { name: 'Tools', options: [option(saw, 0), option(nails, 1)], min: 1, max: 2, sort_order: 0 },
      extras: { name: 'Extras', options: [option(glue, 0)], sort_order: -1 },
    },
  },
});

const crate = product('Crate', {
  attributes: { product_types: ['bundle', 'parent'], components: { only: { options: [option(kit, 0)] } } },
});

/** Bundles, parents and children, some of them curated: a draft and two of the children, too. */
export const workshop: Pick<Shelf, 'products' | 'curated'> = {
  products: [saw, glue, parent, ...children, crate, kit, nails],
  curated: [kit, glue, ...children.slice(1, 3), saw].map(({ id }) => id),
};
