import { rule } from '../../../core/rule.ts';
import { isPromised, promised } from '../../../interface/pages/serving.ts';
import { readQuery } from '../../../interface/read-page.ts';
import { asked, crashWhere } from '../../../mutants/listing.ts';
import { changeStatus } from '../../../mutants/reply.ts';

export default rule({
  title: 'bad parameters never crash a listing',
  claims: [
    {
      on: 'answer',
      judge: ({ call, reply }, judge) => {
        // What a filter does to a listing has rules of its own.
        const query = readQuery(call.target);
        if (promised(judge, call) || query.filter !== undefined) return;
        // A listing of a node that nobody knows has no bad parameter; its refusal shows nothing.
        if (reply.status < 500 && isPromised(query)) return;
        judge.claim(reply.status < 500, () => ({
          expected: 'a listing asked for with bad parameters is refused (4xx) or served',
          saw: `status ${reply.status}`,
          shown: [{ call, reply }],
        }));
      },
    },
  ],
  mutants: [
    { name: 'an offset beyond 64 bits crashes', wire: crashWhere(({ offset }) => offset > 2 ** 63) },
    {
      name: 'a limit in the millions crashes',
      wire: crashWhere(({ limit = 0 }) => limit > 1e6 && limit < 2 ** 63),
    },
    { name: 'an offset that is no number crashes', wire: crashWhere(({ offset }) => Number.isNaN(offset)) },
    { name: 'a limit of zero crashes', wire: crashWhere(({ limit }) => limit === 0) },
    { name: 'an offset below zero crashes', wire: crashWhere(({ offset }) => offset < 0) },
    { name: 'a limit below zero crashes', wire: crashWhere(({ limit = 0 }) => limit < 0) },
    {
      name: 'a limit above the greatest page size crashes',
      wire: crashWhere(({ limit = 0 }) => limit > 100 && limit <= 10_000),
    },
    {
      name: 'whatever parameter is refused crashes the server',
      wire: changeStatus('node-products', (status, call) =>
        [400, 422].includes(status) && asked(call).filter === undefined ? 500 : status,
      ),
    },
  ],
});
