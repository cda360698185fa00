import { at, isObject } from '../../../json/json.ts';
import type { Product } from '../../catalog/catalog.ts';

/** The ids of a bundle's component products, each once, in order of appearance. */
export function componentIds({ attributes }: Product): string[] {
  const components = isObject(attributes.components) ? Object.values(attributes.components) : [];
  const options = components.flatMap((component) => at(component, 'options') ?? []);
  const ids = options.map((option) => at(option, 'id')).filter((id) => typeof id === 'string');
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
