import { faulty, varied } from './flags.js';

function presentComponents(rows) {
  const components = {};
  for (const row of rows) {
    components[row.component_key] ??= {
      name: row.name, min: row.min, max: row.max, sort_order: row.sort_order, options: [],
    };
    components[row.component_key].options.push({
      id: row.product_id,
      type: 'product',
      quantity: row.quantity,
      sort_order: row.option_sort_order,
      default: row.is_default === 1,
    });
  }
  return components;
}

function isEmpty(value) {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

function withoutEmpty(attributes) {
  return Object.fromEntries(Object.entries(attributes)
    .filter(([name, value]) => name === 'variation_matrix' || !isEmpty(value)));
}

function withoutNull(attributes) {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== null));
}

export function productPresenter(database) {
  const findComponents = database.prepare(`
    SELECT components.component_key, components.name, components.min, components.max, components.sort_order,
           component_options.product_id, component_options.quantity, component_options.is_default,
           component_options.sort_order AS option_sort_order
    FROM components
    JOIN component_options
      ON component_options.bundle_id = components.bundle_id
     AND component_options.component_key = components.component_key
    WHERE components.bundle_id = ?
    ORDER BY components.sort_order, component_options.sort_order`);

  return function presentProduct(row) {
    const details = JSON.parse(row.details);
    const attributes = {
      name: row.name,
      description: row.description,
      slug: row.slug,
      sku: row.sku,
      status: row.status,
      commodity_type: row.commodity_type,
      upc_ean: row.upc_ean,
      mpn: row.mpn,
      external_ref: row.external_ref,
      locales: details.locales,
      tags: JSON.parse(row.tags),
      custom_inputs: details.custom_inputs,
      build_rules: details.build_rules,
      components: presentComponents(findComponents.all(row.id)),
      variations: details.variations,
      product_types: [row.product_type],
      variation_matrix: details.variation_matrix,
    };
    if (row.curated === 1) attributes.curated_product = faulty('curated-flag-as-number') ? row.curated : true;
    return {
      id: row.id,
      type: 'product',
      attributes: varied('links-beside-data') ? withoutEmpty(attributes) : withoutNull(attributes),
      meta: { created_at: row.created_at, updated_at: row.updated_at, owner: row.owner },
      relationships: details.relationships,
    };
  };
}
