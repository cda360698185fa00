import { rule } from '../../engine/rule.ts';
import { mustNotBeIgnored } from '../../listing/ignored.ts';
import { unparsable } from '../../listing/odd-filters.ts';
import { forgiveFilter } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-unparsable',
  title: 'a filter that cannot be parsed is not answered as if it were absent',
  check: (probe) => mustNotBeIgnored(probe, unparsable),
  mutants: [
    {
      name: 'a filter that cannot be parsed is dropped',
      wire: forgiveFilter((filter) => !/^[\w-]+\(\w+,[^()]*\)$/.test(filter)),
    },
  ],
});
