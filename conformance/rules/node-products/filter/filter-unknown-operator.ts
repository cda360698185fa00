import { rule } from '../../../core/rule.ts';
import { notIgnored } from '../../../interface/filters/not-ignored.ts';
import { forgiveFilter } from '../../../mutants/filter.ts';

export default rule({
  title: 'a filter that names no known operator is not answered as if it were absent',
  claims: notIgnored('unknown operator'),
  mutants: [
    {
      name: 'a filter that names no known operator is dropped',
      wire: forgiveFilter((filter) => /^(?!eq|in)[\w-]+\(\w+,[^()]*\)$/.test(filter)),
    },
  ],
});
