import { fieldsOf } from '../../../src/contract/list.ts';
import type { Mutant } from '../../../src/http/exchange.ts';
import type { JsonObject } from '../../../src/json/json.ts';
import type { NodeTarget, Target } from '../../core/target.ts';
import { restOf } from '../filters/filter.ts';
import { hiddenIds } from '../filters/odd-filters.ts';
import { type Asked, changeListing, looksFor, productsOf, relist } from '../mutants.ts';

/** Shows a hidden product of the node in some filtered listings, as one that fits what was asked for. */
export const reveal =
  (chosen: (asked: Asked) => boolean) =>
  (target: Target): Mutant =>
    changeListing((json, asked) => {
      const field = fieldsOf(asked.list).find(({ key }) => looksFor(asked, key));
      const values = field ? (restOf(asked.list, field.key, asked.filter) ?? '').split(/[(,)]/) : [];
      const [value = ''] = values;
      const hidden = hiddenOf(target, asked);
      const sought = values.map((one) => one.toLowerCase());
      const id = field?.means === 'among' ? hidden.find((one) => sought.includes(one)) : hidden[0];
      if (id === undefined || !chosen(asked)) return undefined;
      const attributes = field?.means === 'equals' ? { [field.attribute]: value } : {};
      // On a page that is full, instead of the last.
      const shown = productsOf(json).slice(0, (asked.limit ?? asked.largest) - 1);
      return { ...json, data: [...shown, { id, type: 'product', attributes }] };
    });

/** Shows a hidden product instead of the last one of its node. */
export const revealAtEnd = (target: Target): Mutant =>
  relist((whole, asked) => {
    const [id] = hiddenOf(target, asked);
    if (id === undefined || asked.filter !== undefined || whole.length < 2) return whole;
    const revealed: JsonObject = { id, type: 'product', attributes: { product_types: ['standard'] } };
    return [...whole.slice(0, -1), revealed];
  });

/** Shows a hidden product to whoever asks for its very slug. */
export const revealBySlug = (target: Target): Mutant =>
  changeListing((json, asked) => {
    const slug = restOf(asked.list, 'slug', asked.filter)?.slice(0, -1);
    const product = nodeOf(target, asked)?.hidden?.find(
      (one) => typeof one !== 'string' && one.slug === slug && slug !== undefined,
    );
    if (product === undefined || typeof product === 'string') return undefined;
    return { ...json, data: [{ id: product.id, type: 'product', attributes: { slug: slug ?? '' } }] };
  });

const nodeOf = ({ nodes }: Target, { path }: Asked): NodeTarget | undefined =>
  nodes.find(({ node }) => path.includes(`/nodes/${node}/`));

function hiddenOf(target: Target, asked: Asked): string[] {
  const node = nodeOf(target, asked);
  return node ? hiddenIds(node) : [];
}
