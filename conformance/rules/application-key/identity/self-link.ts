import { at, type Json, withoutAt } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachCreation, isBrokenAt } from '../../../interface/claims.ts';
import { textAt } from '../../../interface/creations/echo.ts';
import { endsIn, places, selfLinks } from '../../../interface/creations/self-link.ts';
import { isUnknown } from '../../../interface/hidden-values.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { relinked } from '../../../mutants/self-link.ts';

export default rule({
  title: 'a key shows an address that ends in its id',
  shows: 'content',
  claims: [
    eachCreation(({ answer, shown }, judge) => {
      const { path } = judge.contract.operations['application-key'];
      const id = textAt(shown, 'data', 'id');
      if (
        id === undefined ||
        [['data', 'id'], ...places.flatMap(stepsTo)].some((path) => isBrokenAt(answer, path))
      )
        return;
      const links = selfLinks(shown);
      if ([id, ...links].some((text) => isUnknown(answer, text))) return;
      judge.claim(
        links.some((link) => endsIn(link, path, id)),
        () => ({
          expected: `data.links.self or links.self ends in ${path}/${id}`,
          saw: links.length === 0 ? 'neither' : links.map(printValue).join(' and '),
          shown: [answer],
        }),
      );
    }),
  ],
  mutants: [
    {
      name: 'keys show no address',
      wire: changeReply('application-key', (json) => places.reduce<Json>(withoutAt, json)),
    },
    { name: 'the address is that of all keys', wire: relinked((link) => link.replace(/\/[^/]*$/, '')) },
    {
      name: 'the address ends in the client id',
      wire: relinked((link, json) => link.replace(/[^/]*$/, String(at(json, 'data', 'client_id')))),
    },
    { name: 'the address has no version', wire: relinked((link) => link.replace('/v2/', '/')) },
    {
      name: 'a key with a rate limit shows the address of another key',
      wire: relinked((link, json) =>
        typeof at(json, 'data', 'reserved_rate_limit') === 'number'
          ? link.replace(/[^/]*$/, '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41')
          : link,
      ),
    },
  ],
});

/** A place, and that of the object around it. */
const stepsTo = (place: string[]): string[][] => [place, place.slice(0, -1)];
