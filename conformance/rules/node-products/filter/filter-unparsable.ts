import { rule } from '../../../core/rule.ts';
import { notIgnored } from '../../../interface/filters/not-ignored.ts';
import { forgiveFilter, ignoreFilter } from '../../../mutants/filter.ts';

export default rule({
  title: 'a filter that cannot be parsed is not answered as if it were absent',
  claims: notIgnored('unparsable'),
  mutants: [
    {
      name: 'a filter that cannot be parsed is dropped',
      wire: forgiveFilter((filter) => !/^[\w-]+\(\w+,[^()]*\)$/.test(filter)),
    },
    {
      name: 'a filter with a quote left open is dropped',
      wire: ignoreFilter(({ filter }) => filter.split("'").length % 2 === 0),
    },
    {
      name: 'a fragment of SQL in a name brings the whole node',
      wire: ignoreFilter(({ filter }) => /^eq\(name,.*' OR /.test(filter)),
    },
    {
      name: 'a fragment of SQL in a slug brings the whole node',
      wire: ignoreFilter(({ filter }) => /^eq\(slug,.*' OR /.test(filter)),
    },
  ],
});
