import { ruleOfEach } from '../../core/rule.ts';
import { beginsWithJson } from '../../interface/reply-claims.ts';
import { changeBody } from '../../mutants/reply.ts';

export default ruleOfEach((operation) => ({
  title: 'the body of a response does not begin with a byte order mark',
  claims: [beginsWithJson],
  mutants: [
    {
      name: 'responses begin with a byte order mark',
      wire: changeBody(operation, (text) => `\uFEFF${text}`),
    },
  ],
}));
