import { rule } from '../../engine/rule.ts';
import { mustNotBeIgnored } from '../../listing/ignored.ts';
import { unknownOperators } from '../../listing/odd-filters.ts';
import { forgiveFilter } from '../../mutants/filter.ts';

export default rule({
  clause: 'products-filter-unknown-operator',
  title: 'a filter that names no known operator is not answered as if it were absent',
  check: (probe) => mustNotBeIgnored(probe, unknownOperators),
  mutants: [
    {
      name: 'a filter that names no known operator is dropped',
      wire: forgiveFilter((filter) => filter.startsWith('assay(')),
    },
  ],
});
