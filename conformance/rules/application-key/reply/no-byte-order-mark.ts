import { rule } from '../../../core/rule.ts';
import { beginsWithJson } from '../../../interface/reply-claims.ts';
import { changeBody } from '../../../mutants/reply.ts';

export default rule({
  title: 'the response to a key request does not begin with a byte order mark',
  claims: [beginsWithJson],
  mutants: [
    {
      name: 'keys begin with a byte order mark',
      wire: changeBody('application-key', (text) => `\uFEFF${text}`),
    },
  ],
});
