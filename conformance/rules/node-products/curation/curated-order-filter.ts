import { rule } from '../../../core/rule.ts';
import { keepsOrder } from '../../../interface/curation.ts';
import { isDocumented } from '../../../interface/node-products/filters/asked.ts';
import { relist } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'curated products keep their order under a filter',
  claims: [keepsOrder(isDocumented, { blames: false })],
  mutants: [
    {
      name: 'a filtered listing is in reverse order',
      wire: relist((whole, { filter }) => (filter === undefined ? whole : whole.toReversed())),
    },
    {
      name: 'a filtered listing is ordered by id',
      wire: relist((whole, { filter }) =>
        filter === undefined
          ? whole
          : whole.toSorted((one, other) => String(one.id).localeCompare(String(other.id))),
      ),
    },
  ],
});
