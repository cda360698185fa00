import { rule } from '../../../core/rule.ts';
import { notIgnored } from '../../../interface/node-products/filters/not-ignored.ts';
import { forgiveFilter, ignoreFilter } from '../../../mutants/node-products/filter.ts';
import { looksFor } from '../../../mutants/node-products/listing.ts';

export default rule({
  title: 'a filter that cannot be parsed is not ignored',
  claims: notIgnored('unparsable'),
  mutants: [
    {
      name: 'a filter that cannot be parsed is ignored',
      wire: forgiveFilter(({ filter }) => !/^[\w-]+\(\w+,[^()]*\)$/.test(filter)),
    },
    {
      name: 'a filter with an unclosed quote is ignored',
      wire: ignoreFilter(({ filter }) => filter.split("'").length % 2 === 0),
    },
    {
      name: 'a fragment of SQL in a name returns the whole node',
      wire: ignoreFilter((query) => looksFor(query, 'name', /' OR /)),
    },
    {
      name: 'a fragment of SQL in a slug returns the whole node',
      wire: ignoreFilter((query) => looksFor(query, 'slug', /' OR /)),
    },
  ],
});
