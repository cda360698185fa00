import { at, type Json, withoutAt } from '../../../../src/json/json.ts';
import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { endsIn, places, selfLinks } from '../../../interface/application-key/self-link.ts';
import { eachCreation, isBrokenAt } from '../../../interface/claims.ts';
import { textAt } from '../../../interface/creations/echo.ts';
import { isUnknown } from '../../../interface/redacted-values.ts';
import { relinked } from '../../../mutants/application-key/self-link.ts';
import { changeReply } from '../../../mutants/reply.ts';

export default rule({
  title: 'data.links.self or links.self ends in the id of the key',
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
      name: 'a key has no self link',
      wire: changeReply('application-key', (json) => places.reduce<Json>(withoutAt, json)),
    },
    { name: 'the self link is the path of all keys', wire: relinked((link) => link.replace(/\/[^/]*$/, '')) },
    {
      name: 'the self link ends in client_id',
      wire: relinked((link, json) => link.replace(/[^/]*$/, String(at(json, 'data', 'client_id')))),
    },
    { name: 'the self link has no version', wire: relinked((link) => link.replace('/v2/', '/')) },
    {
      name: 'a key with a rate limit has the self link of another key',
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
