import { rule } from '../../../core/rule.ts';
import { isPromised, promised } from '../../../interface/node-products/pages/serving.ts';
import { queryOf } from '../../../interface/read-page.ts';
import { crashWhere, filterOf } from '../../../mutants/node-products/listing.ts';
import { changeStatus } from '../../../mutants/reply.ts';

export default rule({
  title: 'invalid parameters of a listing do not cause a 5xx status',
  claims: [
    {
      on: 'answer',
      judge: ({ call, reply }, judge) => {
        // What a filter does to a listing has rules of its own.
        const query = queryOf(judge.contract, call);
        if (promised(judge, call) || query.filter !== undefined) return;
        // A listing of a node that is not declared has no bad parameter; its rejection shows nothing.
        if (reply.status < 500 && isPromised(query)) return;
        judge.claim(reply.status < 500, () => ({
          expected: 'a listing request with invalid parameters is rejected (4xx) or served',
          saw: `status ${reply.status}`,
          shown: [{ call, reply }],
        }));
      },
    },
  ],
  mutants: [
    {
      name: 'a {offset} beyond 64 bits crashes the server',
      wire: crashWhere(({ offset }) => offset > 2 ** 63),
    },
    {
      name: 'a {limit} in the millions crashes the server',
      wire: crashWhere(({ limit = 0 }) => limit > 1e6 && limit < 2 ** 63),
    },
    {
      name: 'a {offset} that is not a number crashes the server',
      wire: crashWhere(({ offset }) => Number.isNaN(offset)),
    },
    { name: '{limit}=0 crashes the server', wire: crashWhere(({ limit }) => limit === 0) },
    { name: 'a negative {offset} crashes the server', wire: crashWhere(({ offset }) => offset < 0) },
    { name: 'a negative {limit} crashes the server', wire: crashWhere(({ limit = 0 }) => limit < 0) },
    {
      name: 'a {limit} above the greatest page size crashes the server',
      wire: crashWhere(({ limit = 0, largest, widest }) => limit > largest && limit <= widest),
    },
    {
      name: 'every invalid parameter crashes the server',
      wire: changeStatus('node-products', (status, call) =>
        [400, 422].includes(status) && filterOf(call) === undefined ? 500 : status,
      ),
    },
  ],
});
