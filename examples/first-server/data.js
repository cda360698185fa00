// The data of the little shop. Everything lives in memory.

const CREATED = '2024-03-01T09:00:00.000Z';
const UPDATED = '2024-03-05T15:30:00.000Z';

// The n-th product gets an id that ends in n, so it is easy to read in tests.
function productId(n) {
  return '7d1f0c3a-52b6-4e8e-9a41-' + String(n).padStart(12, '0');
}

function product(n, name, more = {}) {
  return {
    id: productId(n),
    type: 'product',
    attributes: {
      name,
      description: `The ${name} of our shop.`,
      slug: name.toLowerCase().replaceAll(' ', '-'),
      sku: 'SKU-' + String(n).padStart(3, '0'),
      status: 'live',
      commodity_type: 'physical',
      tags: ['shop'],
      product_types: ['standard'],
      variation_matrix: {},
      ...more,
    },
    meta: { created_at: CREATED, updated_at: UPDATED, owner: 'organization' },
    relationships: {},
  };
}

const RED = '3b0e6f52-8a0d-4c3e-8f57-0000000000a1';
const BLUE = '3b0e6f52-8a0d-4c3e-8f57-0000000000a2';
const colours = {
  id: '3b0e6f52-8a0d-4c3e-8f57-0000000000a0',
  name: 'Colour',
  options: [
    { id: RED, name: 'Red', description: 'Bright red' },
    { id: BLUE, name: 'Blue', description: 'Dark blue' },
  ],
};

// All products of the published catalog, in catalog order.
export const products = [
  // Kitchen
  product(1, 'Mug'),
  product(2, 'Mug Large'),
  product(3, 'Espresso Cup', { upc_ean: '4006381333931', mpn: 'EC-3' }),
  product(4, 'Espresso Cup Set'),
  product(5, 'Teapot', { external_ref: 'erp-5' }),
  product(6, 'Kettle'),
  product(7, 'Milk Jug', { status: 'draft' }),
  product(8, 'Sugar Bowl'),
  product(9, 'Coffee Grinder'),
  product(10, 'Coffee Filter'),
  product(11, 'Tray', {
    custom_inputs: {
      engraving: {
        name: 'Engraving',
        validation_rules: [{ type: 'string', options: { max_length: 40, required: false } }],
      },
    },
  }),
  product(12, 'Napkin Ring'),
  product(13, 'Recipe Book', { commodity_type: 'digital' }),

  // Garden
  product(21, 'Spade'),
  product(22, 'Rake'),
  product(23, 'Watering Can'),
  product(24, 'Garden Starter Set', {
    product_types: ['bundle'],
    components: {
      tool: {
        name: 'Tool',
        options: [
          { id: productId(21), type: 'product', quantity: 1, sort_order: 1, default: true },
          { id: productId(22), type: 'product', quantity: 1, sort_order: 2, default: false },
        ],
        min: 1,
        max: 1,
        sort_order: 1,
      },
    },
  }),
  product(25, 'Apron', {
    product_types: ['parent'],
    variations: [colours],
    build_rules: { default: 'include', include: [], exclude: [[BLUE]] },
    variation_matrix: { [RED]: productId(26) },
  }),
  product(26, 'Apron Red', { product_types: ['child'] }),
  product(27, 'Seed Box'),
];

export const hierarchies = [
  {
    id: 'c2a4de10-6f3b-4d59-b1c7-000000000001',
    nodes: [
      {
        // Kitchen: a person has put these products into an order.
        id: 'c2a4de10-6f3b-4d59-b1c7-000000000011',
        product_ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map(productId),
        curated_products: [9, 3, 13, 1, 7, 6, 12, 2, 5, 10, 4, 8, 11].map(productId),
      },
      {
        // Garden: not curated, catalog order.
        id: 'c2a4de10-6f3b-4d59-b1c7-000000000012',
        product_ids: [21, 22, 23, 24, 25, 26, 27].map(productId),
      },
    ],
  },
];

// What we say about every offering. We have no list of offerings yet.
export const offering = {
  type: 'subscription_offering',
  attributes: {
    name: 'Coffee Club',
    description: 'A bag of coffee every month.',
    updated_at: UPDATED,
    created_at: CREATED,
  },
  meta: {
    external_product_refs: ['coffee-bag'],
    owner: 'store',
    timestamps: { updated_at: UPDATED, created_at: CREATED },
  },
};
