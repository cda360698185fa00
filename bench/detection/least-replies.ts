const id = 'f2a6c815-7b3d-4e90-84c1-d95e0b72a3f6';
const time = '2026-03-14T09:26:53Z';
const timestamps = { created_at: time, updated_at: time };

/** For each operation, a response that shows what it has to show and nothing else. */
export const leastReplies = {
  'application-key': {
    data: {
      id,
      type: 'application_key',
      name: 'Storefront, northern region',
      client_id: 'fake-client-id',
      client_secret: 'fake-secret-do-not-use',
      reserved_rate_limit: 20,
      meta: { timestamps: { ...timestamps, last_used_at: time } },
    },
  },
  subscription: {
    data: {
      type: 'subscription',
      attributes: {
        account_id: id,
        offering: {
          type: 'subscription_offering',
          attributes: { name: 'Trail Club membership', ...timestamps },
          meta: { external_product_refs: ['club-card'], owner: 'store', timestamps },
        },
        plan_id: id,
        currency: 'USD',
        meta: { owner: 'store', timestamps, status: 'active' },
      },
    },
  },
  'node-products': {
    data: [{ id, type: 'product', attributes: { name: 'Bivouac', slug: 'bivouac', status: 'live' } }],
    included: { component_products: [] },
    meta: { results: { total: 1 } },
  },
};
