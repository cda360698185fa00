import type { Mutant } from '../../src/wire/exchange.ts';
import type { JsonObject } from '../../src/wire/json.ts';
import type { Target } from '../engine/target.ts';
import { type Asked, changeListing, productsOf, relist } from './listing.ts';

/** Shows a hidden product of the node in some filtered listings, as one that fits what was asked for. */
export const reveal =
  (chosen: (asked: Asked) => boolean) =>
  (target: Target): Mutant =>
    changeListing((json, asked) => {
      const [operator, attribute = '', value = ''] = (asked.filter ?? '').split(/[(,)]/);
      const hidden = hiddenOf(target, asked);
      const id = operator === 'in' ? hidden.find((one) => one === value.toLowerCase()) : hidden[0];
      if (id === undefined || !chosen(asked)) return undefined;
      const attributes = operator === 'eq' ? { [attribute]: value } : {};
      return { ...json, data: [...productsOf(json), { id, type: 'product', attributes }] };
    });

/** Shows a hidden product in the place of the last one of its node. */
export const revealAtEnd = (target: Target): Mutant =>
  relist((whole, asked) => {
    const [id] = hiddenOf(target, asked);
    if (id === undefined || asked.filter !== undefined || whole.length < 2) return whole;
    const stray: JsonObject = { id, type: 'product', attributes: { product_types: ['standard'] } };
    return [...whole.slice(0, -1), stray];
  });

const hiddenOf = ({ nodes }: Target, { path }: Asked): string[] =>
  (nodes.find(({ node }) => path.includes(`/nodes/${node}/`))?.hidden ?? []).map((id) => id.toLowerCase());
