import { ruleOfEach } from '../../core/rule.ts';
import { parsesAsJson } from '../../interface/reply-claims.ts';
import { changeBody } from '../../mutants/reply.ts';

export default ruleOfEach((operation) => ({
  title: 'the response to an accepted request has a body that parses as JSON',
  claims: [parsesAsJson],
  mutants: [
    { name: 'responses come without a body', wire: changeBody(operation, () => '') },
    {
      name: 'responses break off before the end',
      wire: changeBody(operation, (text) => text.slice(0, -1)),
    },
    {
      name: 'responses come as a form',
      wire: changeBody(operation, (text) => `value=${encodeURIComponent(text)}`),
    },
    {
      name: 'flags are bare words of another language',
      wire: changeBody(operation, (text) => text.replace('{', '{"paid":True,')),
    },
  ],
}));
