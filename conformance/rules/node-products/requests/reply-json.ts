import { depthLimit, measure } from '../../../../src/json/body.ts';
import { rule } from '../../../core/rule.ts';
import { eachAccepted } from '../../../interface/claims.ts';
import { promised } from '../../../interface/node-products/pages/serving.ts';
import { namesUuids } from '../../../interface/operation-of.ts';
import { everySeventh } from '../../../mutants/node-products/counting.ts';
import { emptyReplyWhere } from '../../../mutants/node-products/paging.ts';
import { changeBody } from '../../../mutants/reply.ts';
import { profiles } from '../../../profiles/profiles.ts';

export default rule({
  title: 'the body of a successful listing response parses as JSON',
  claims: [
    eachAccepted(({ body, call, reply }, judge) => {
      // Where a page has to be served, that it came without a body is told by another rule.
      if (reply.body.byteLength === 0 && promised(judge, call)) return;
      // To some servers, a path whose ids are not UUIDs is another path (READINGS P1).
      if (!namesUuids(call)) return;
      if ('unreadable' in body && measure(reply.body).depth > depthLimit)
        return judge.inconclusive(`${body.unreadable}, and is not read`, undefined, { call, reply });
      // JSON that shows no listing breaks another rule, and is no example of this one.
      if ('json' in body && !profiles['node-products'].showsResource(body.json)) return;
      judge.claim('json' in body, () => ({
        expected: 'a JSON body',
        saw: 'json' in body ? 'one' : body.unreadable,
        shown: [{ call, reply }],
      }));
    }),
  ],
  mutants: [
    {
      name: 'listings break off before the end',
      wire: changeBody('node-products', (text) => text.slice(0, -1)),
    },
    {
      name: 'every seventh listing breaks off before the end',
      wire: everySeventh(
        () => true,
        changeBody('node-products', (text) => text.slice(0, -20)),
      ),
    },
    {
      name: 'a filter without matches returns 204',
      wire: emptyReplyWhere(({ filter }, total) => filter !== undefined && total === 0),
    },
    {
      name: 'listings are returned as single-quoted text',
      wire: changeBody('node-products', (text) => text.replaceAll('"', "'")),
    },
    {
      name: 'a page past the end is returned as text',
      wire: changeBody('node-products', (text, { target }) =>
        text.includes('"data":[]') && target.includes('offset') && !target.includes('offset%5D=0')
          ? 'no more products'
          : text,
      ),
    },
  ],
});
