import { rule } from '../../../core/rule.ts';
import { eachAccepted } from '../../../interface/claims.ts';
import { isJsonType, typeOf } from '../../../interface/media-type.ts';
import { profiles } from '../../../interface/profiles.ts';
import { changeHeader } from '../../../mutants/reply.ts';

export default rule({
  title: 'a listing has a JSON Content-Type',
  claims: [
    eachAccepted(({ call, json, reply }, judge) => {
      // A reply that shows no listing breaks another rule, and is no example of this one.
      if (json === undefined || !profiles['node-products'].showsResource(json)) return;
      judge.claim(isJsonType(typeOf(reply)), () => ({
        expected: 'Content-Type application/json or one ending in +json',
        saw: typeOf(reply) ?? 'none',
        shown: [{ call, reply }],
      }));
    }),
  ],
  mutants: [
    {
      name: 'listings are called text/html',
      wire: changeHeader('node-products', 'content-type', 'text/html'),
    },
  ],
});
