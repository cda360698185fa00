import { rule } from '../../../core/rule.ts';
import { saysJson } from '../../../interface/reply-claims.ts';
import { changeHeader } from '../../../mutants/reply.ts';

export default rule({
  title: 'a listing has a JSON Content-Type',
  claims: [saysJson],
  mutants: [
    {
      name: 'listings are called text/html',
      wire: changeHeader('node-products', 'content-type', 'text/html'),
    },
  ],
});
