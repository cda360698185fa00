import type { Mutant } from '../../../../src/http/exchange.ts';
import { withAt } from '../../../../src/json/json.ts';
import type { Target } from '../../../core/target.ts';
import { type Asked, changeListing, productsOf, totalOf } from '../../mutants/listing.ts';

/** Shows a live product of another node at the end of some pages; without a filter, instead of the last. */
export const foreignProductWhere =
  (chosen: (asked: Asked, id: string) => boolean) =>
  ({ nodes }: Target): Mutant =>
    changeListing((json, asked) => {
      const own = nodes.find(({ node }) => asked.path.includes(`/nodes/${node}/`));
      const id = nodes
        .filter((node) => node !== own)
        .flatMap(({ live = [] }) => live)
        .find((one) => !own?.live?.includes(one) && chosen(asked, one));
      const products = productsOf(json);
      if (id === undefined || products.length === 0) return undefined;
      const kept = asked.filter === undefined ? products.slice(0, -1) : products;
      const data = [...kept, { id, type: 'product', attributes: { product_types: ['standard'] } }];
      const total = totalOf(json, asked.list) + data.length - products.length;
      return withAt({ ...json, data }, asked.list.total, total);
    });
