import { db } from './db.js';
import { fault, variant } from './flags.js';

const findBundle = db.prepare(`
  SELECT c.key, c.name, c.min, c.max, c.sort_order AS component_order,
         o.product_id, o.quantity, o.sort_order, o.is_default
    FROM bundle_components c
    JOIN bundle_options o ON o.bundle_id = c.bundle_id AND o.component_key = c.key
   WHERE c.bundle_id = ?
   ORDER BY c.sort_order, o.sort_order
`);

const componentsOf = (bundleId) => {
  const components = {};
  for (const row of findBundle.all(bundleId)) {
    components[row.key] ??= { name: row.name, min: row.min, max: row.max, sort_order: row.component_order, options: [] };
    components[row.key].options.push({
      id: row.product_id, type: 'product', quantity: row.quantity, sort_order: row.sort_order, default: row.is_default === 1,
    });
  }
  return components;
};

const TEXT = ['name', 'description', 'slug', 'sku', 'status', 'commodity_type', 'upc_ean', 'mpn', 'external_ref'];
const JSON_COLUMNS = ['locales', 'tags', 'custom_inputs', 'build_rules', 'variations', 'product_types', 'variation_matrix'];
const SPARSE_OMITS = new Set(['description', 'locales', 'upc_ean', 'mpn', 'external_ref', 'custom_inputs', 'variation_matrix']);

/** A product as the catalog shows it; what a product does not have is left out. */
export const presentProduct = (row) => {
  const attributes = {};
  for (const column of [...TEXT, ...JSON_COLUMNS]) {
    if (row[column] === null || (variant('sparse-members') && SPARSE_OMITS.has(column))) continue;
    attributes[column] = JSON_COLUMNS.includes(column) ? JSON.parse(row[column]) : row[column];
  }
  if (attributes.product_types.includes('bundle')) attributes.components = componentsOf(row.id);
  if (row.curated) attributes.curated_product = fault('node-curated-flag-integer') ? row.curated : true;
  return {
    id: row.id,
    type: 'product',
    attributes,
    ...(!variant('sparse-members') && { relationships: JSON.parse(row.relationships ?? '{}') }),
    meta: { created_at: row.created_at, updated_at: row.updated_at, owner: row.owner },
  };
};
