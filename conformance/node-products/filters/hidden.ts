import type { ListStructure } from '../../../src/contract/list.ts';
import type { HiddenProduct } from '../../core/target.ts';
import { filterFor, isPlain, listFilter, takes } from './filter.ts';

/** The ids of the products that are not live, of a node or of all, in lower case. */
export const hiddenIds = ({ hidden = [] }: { readonly hidden?: readonly HiddenProduct[] }): string[] =>
  hidden.map((product) => idOf(product).toLowerCase());

/**
 * Filters that would return a hidden product, were it live: by id, alone and together with a live one, and by slug and
 * name where they are known.
 */
export const filtersFor = (
  list: ListStructure,
  product: HiddenProduct,
  live: string | undefined,
): string[] => [
  ...(takes(list, 'id') ? [filterFor(list, 'id', idOf(product))] : []),
  ...(takes(list, 'id') && live !== undefined ? [listFilter(list, [live, idOf(product)])] : []),
  ...(typeof product === 'string'
    ? []
    : (['slug', 'name'] as const).flatMap((attribute) => {
        const value = product[attribute];
        const isSought = value !== undefined && isPlain(value) && takes(list, attribute);
        return isSought ? [filterFor(list, attribute, value)] : [];
      })),
];

const idOf = (product: HiddenProduct): string => (typeof product === 'string' ? product : product.id);
