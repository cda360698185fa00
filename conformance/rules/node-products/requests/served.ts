import { rule } from '../../../core/rule.ts';
import { pagesAreServed } from '../../../interface/node-products/pages/serving.ts';
import { changeStatusWhere } from '../../../mutants/node-products/listing.ts';
import { emptyReplyWhere } from '../../../mutants/node-products/paging.ts';

export default rule({
  title: 'every page of a node in the target file returns a 2xx status',
  claims: pagesAreServed(({ limit, offset }) => limit !== undefined && offset !== undefined),
  mutants: [
    { name: 'listings crash', wire: changeStatusWhere(() => true, 500) },
    {
      name: 'the last page is not found',
      wire: changeStatusWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined &&
          limit !== undefined &&
          offset > 0 &&
          offset < total &&
          offset + limit >= total,
        404,
      ),
    },
    {
      name: 'a page in the middle crashes',
      wire: changeStatusWhere(
        ({ limit = 0, offset, filter }, total) =>
          filter === undefined && limit > 0 && offset === limit && offset + limit < total,
        500,
      ),
    },
    {
      name: '{limit}=1 is rejected',
      wire: changeStatusWhere(
        ({ limit, offset, filter, hasOffset }) =>
          filter === undefined && hasOffset && limit === 1 && offset === 0,
        400,
      ),
    },
    {
      name: 'a {limit} of the whole node crashes the server',
      wire: changeStatusWhere(
        ({ limit, offset, filter, largest }, total) =>
          filter === undefined && offset === 0 && limit === total && total < largest,
        500,
      ),
    },
    {
      name: 'a {offset} that is not a multiple of {limit} is rejected',
      wire: changeStatusWhere(
        ({ limit = 0, offset, filter }, total) =>
          filter === undefined && limit > 0 && offset < total && offset % limit > 0,
        422,
      ),
    },
    {
      name: 'past the end, a listing returns 204',
      wire: emptyReplyWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined && limit !== undefined && offset >= total && total > 0,
      ),
    },
    {
      name: 'an empty node returns 204',
      wire: emptyReplyWhere(({ filter }, total) => filter === undefined && total === 0),
    },
  ],
});
