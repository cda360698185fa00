import { rule } from '../../../core/rule.ts';
import { notIgnored } from '../../../interface/node-products/filters/not-ignored.ts';
import { forgiveFilter } from '../../../mutants/node-products/filter.ts';

export default rule({
  title: 'a filter with an unknown operator is not ignored',
  claims: notIgnored('unknown operator'),
  mutants: [
    {
      name: 'a filter with an unknown operator is ignored',
      wire: forgiveFilter(
        ({ filter, list }) =>
          /^[\w-]+\(\w+,[^()]*\)$/.test(filter) &&
          !list.filter.some(({ name }) => filter.startsWith(`${name}(`)),
      ),
    },
  ],
});
