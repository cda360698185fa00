import { rule } from '../../../core/rule.ts';
import { pagesAreServed } from '../../../interface/pages/serving.ts';
import { changeStatusWhere } from '../../../mutants/listing.ts';
import { emptyReplyWhere } from '../../../mutants/paging.ts';

export default rule({
  title: 'a listing is served without a limit, without an offset and without either',
  claims: pagesAreServed(({ limit, offset }) => limit === undefined || offset === undefined),
  mutants: [
    { name: 'a limit has to be given', wire: changeStatusWhere(({ limit }) => limit === undefined, 400) },
    { name: 'an offset has to be given', wire: changeStatusWhere(({ hasOffset }) => !hasOffset, 400) },
    {
      name: 'one of the two has to be given',
      wire: changeStatusWhere(({ limit, hasOffset }) => limit === undefined && !hasOffset, 400),
    },
    {
      name: 'past the end, an offset without a limit brings a 204',
      wire: emptyReplyWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined && limit === undefined && offset >= total && total > 0,
      ),
    },
    {
      name: 'with an offset, a limit has to be given',
      wire: changeStatusWhere(
        ({ limit, offset, filter }, total) =>
          filter === undefined && limit === undefined && offset > 0 && offset < total,
        400,
      ),
    },
  ],
});
