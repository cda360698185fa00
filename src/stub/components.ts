import { at, isObject } from '../wire/json.ts';
import type { Product } from './catalog.ts';

/** The ids of the products a bundle is made of, each once, in order of appearance. */
export function componentIds({ attributes }: Product): string[] {
  const components = isObject(attributes.components) ? Object.values(attributes.components) : [];
  const options = components.flatMap((component) => at(component, 'options') ?? []);
  const ids = options.map((option) => at(option, 'id')).filter((id) => typeof id === 'string');
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}
