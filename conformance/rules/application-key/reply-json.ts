import { readBody } from '../../../src/wire/body.ts';
import { at } from '../../../src/wire/json.ts';
import { replies } from '../../engine/evidence.ts';
import { rule } from '../../engine/rule.ts';
import { changeBody } from '../../mutants/reply.ts';
import { jsonOfCall } from '../../mutants/request.ts';

/** The rules by which a reply is an object that wraps a key. */
const wrapped = [
  'application-key/response/type',
  'application-key/response.data/required',
  'application-key/response.data/type',
];

export default rule({
  clause: 'key-reply-json',
  title: 'the reply to an accepted key request parses as JSON',
  needs: wrapped,
  check: async (probe) => {
    for (const answer of await replies(probe, 'application-key')) {
      const body = readBody(answer.reply.body);
      probe.must('json' in body, 'a JSON body', 'json' in body ? 'one' : body.unreadable, answer);
    }
  },
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
