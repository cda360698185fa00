import { rule } from '../../../core/rule.ts';
import { beginsWithJson } from '../../../interface/reply-claims.ts';
import { changeBody } from '../../../mutants/reply.ts';

export default rule({
  title: 'a listing does not begin with a byte order mark',
  claims: [beginsWithJson],
  mutants: [
    {
      name: 'listings begin with a byte order mark',
      wire: changeBody('node-products', (text) => `\uFEFF${text}`),
    },
  ],
});
