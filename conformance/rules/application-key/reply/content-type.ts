import { rule } from '../../../core/rule.ts';
import { saysJson } from '../../../interface/reply-claims.ts';
import { changeHeader } from '../../../mutants/reply.ts';

export default rule({
  title: 'a new key has a JSON Content-Type',
  claims: [saysJson],
  mutants: [
    {
      name: 'a key has Content-Type text/plain',
      wire: changeHeader('application-key', 'content-type', 'text/plain; charset=utf-8'),
    },
    {
      name: 'keys are called something that only begins like JSON',
      wire: changeHeader('application-key', 'content-type', 'application/json-lines'),
    },
  ],
});
