import { ruleOfEach } from '../../core/rule.ts';
import { parsesAsJson } from '../../interface/reply-claims.ts';
import { changeBody } from '../../mutants/reply.ts';

export default ruleOfEach((operation) => ({
  title: 'the response to an accepted request has a body that parses as JSON',
  claims: [parsesAsJson],
  mutants: [
    { name: 'responses have no body', wire: changeBody(operation, () => '') },
    {
      name: 'responses break off before the end',
      wire: changeBody(operation, (text) => text.slice(0, -1)),
    },
    {
      name: 'responses are form-encoded',
      wire: changeBody(operation, (text) => `value=${encodeURIComponent(text)}`),
    },
    {
      name: 'flags are True and False, as in Python',
      wire: changeBody(operation, (text) => text.replace('{', '{"paid":True,')),
    },
  ],
}));
