import { rule } from '../../../core/rule.ts';
import { pagesAreServed } from '../../../interface/node-products/pages/serving.ts';
import { changeStatusWhere } from '../../../mutants/node-products/listing.ts';
import { emptyReplyWhere } from '../../../mutants/node-products/paging.ts';

export default rule({
  title: 'a request without {limit} and {offset} is accepted',
  claims: pagesAreServed(({ limit, offset }) => limit === undefined || offset === undefined),
  mutants: [
    { name: '{limit} is required', wire: changeStatusWhere(({ limit }) => limit === undefined, 400) },
    { name: '{offset} is required', wire: changeStatusWhere(({ hasOffset }) => !hasOffset, 400) },
    {
      name: '{limit} or {offset} is required',
      wire: changeStatusWhere(({ limit, hasOffset }) => limit === undefined && !hasOffset, 400),
    },
    {
      name: 'past the end, {offset} without {limit} returns 204',
      wire: emptyReplyWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined && limit === undefined && offset >= total && total > 0,
      ),
    },
    {
      name: 'with {offset}, {limit} is required',
      wire: changeStatusWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined && limit === undefined && offset > 0 && offset < total,
        400,
      ),
    },
  ],
});
