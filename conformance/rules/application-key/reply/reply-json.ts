import { at } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { parsesAsJson } from '../../../interface/reply-claims.ts';
import { changeBody } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';

export default rule({
  title: 'the response to an accepted key request parses as JSON',
  claims: [parsesAsJson],
  mutants: [
    { name: 'keys come without a body', wire: changeBody('application-key', () => '') },
    {
      name: 'keys with a rate limit break off before the end',
      wire: changeBody('application-key', (text, call) =>
        at(jsonOfCall(call), 'data', 'reserved_rate_limit') === undefined ? text : text.slice(0, -1),
      ),
    },
    {
      name: 'keys come as a form',
      wire: changeBody('application-key', (text) => `key=${encodeURIComponent(text)}`),
    },
  ],
});
