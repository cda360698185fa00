/** Rules without which products cannot be told apart. */
export const identity = [
  'node-products/product/type',
  'node-products/product.id/type',
  'node-products/product.id/format',
] as const;

/** Rules without which a listing cannot be walked to its end. */
export const walkable = [
  'node-products/total-constant',
  'node-products/page-limit',
  'node-products/page-limit-exact',
] as const;

/** Rules without which the components of a bundle cannot be read. */
export const components = [
  'node-products/product.attributes.components/type',
  'node-products/component/type',
  'node-products/component.options/type',
  'node-products/component.options/minItems',
  'node-products/component_option/type',
  'node-products/component_option.id/type',
] as const;
