import { isAccepted } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { filterFor } from '../../listing/filtering.ts';
import { listingCall, readPage, wholePage } from '../../listing/listing.ts';
import { wholes } from '../../listing/whole.ts';
import { ignoreFilter } from '../../mutants/filter.ts';
import { changeStatusWhere } from '../../mutants/listing.ts';

const nobody = {
  name: 'assay-no-such-name',
  slug: 'assay-no-such-slug',
  id: 'a55a4000-0000-4000-8000-6e6f626f6479',
} as const;

export default rule({
  clause: 'products-filter-none-matches',
  title: 'a filter that nothing matches brings an empty list',
  needs: [
    'node-products/filter-eq-name-sound',
    'node-products/filter-eq-slug-sound',
    'node-products/filter-in-id-sound',
    'node-products/hidden-never-shown',
  ],
  evidence: 'filter',
  check: async (probe) => {
    const whole = (await wholes(probe)).find(({ products }) => products.length > 0);
    probe.occasion(whole, 'every node is empty');
    for (const attribute of ['name', 'slug', 'id'] as const) {
      const filter = filterFor(attribute, nobody[attribute]);
      const answer = await probe.send(
        listingCall(probe, probe.occasion(whole, '').node, { filter, limit: wholePage, offset: 0 }),
      );
      probe.must(isAccepted(answer), `${filter} is served (2xx)`, `status ${answer.reply.status}`, answer);
      const { products } = readPage(probe, answer);
      probe.must(products.length === 0, `no product under ${filter}`, `${products.length} products`, answer);
    }
  },
  mutants: [
    {
      name: 'a filter that nothing matches is not found',
      wire: changeStatusWhere(({ filter }, _, products) => filter !== undefined && products === 0, 404),
    },
    {
      name: 'a filter that nothing matches is dropped',
      wire: ignoreFilter(({ filter }, matches) => matches === 0 && !filter.startsWith('eq(slug,')),
    },
  ],
});
