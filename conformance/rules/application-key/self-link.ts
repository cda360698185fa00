import type { Mutant } from '../../../src/wire/exchange.ts';
import { at, type Json, type JsonObject, withAt, withoutAt } from '../../../src/wire/json.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';

/** Both places where a key may show its own address. */
const places = [
  ['data', 'links', 'self'],
  ['links', 'self'],
];

export default rule({
  clause: 'key-self-link',
  title: 'a key shows an address that ends in its id',
  needs: [
    'application-key/response.data.id/required',
    'application-key/response.data.id/type',
    'application-key/response.data.id/format',
    'application-key/response.data.links/type',
    'application-key/response.data.links.self/type',
    'application-key/response.links/type',
    'application-key/response.links.self/type',
  ],
  evidence: 'content',
  check: async (probe) => {
    const { path } = probe.contract.operations['application-key'];
    for (const { answer, json } of bodies(await replies(probe, 'application-key'))) {
      const id = at(json, 'data', 'id');
      if (typeof id !== 'string') continue;
      const links = selfLinks(json);
      probe.must(
        links.some((link) => endsIn(link, path, id)),
        `data.links.self or links.self ends in ${path}/${id}`,
        links.length === 0 ? 'neither' : links.map(printValue).join(' and '),
        answer,
      );
    }
  },
  mutants: [
    {
      name: 'keys show no address',
      wire: changeReply('application-key', (json) => places.reduce<Json>(withoutAt, json)),
    },
    { name: 'the address is that of all keys', wire: relinked((link) => link.replace(/\/[^/]*$/, '')) },
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

/** The addresses a new key shows for itself. */
export const selfLinks = (json: Json): string[] =>
  places.map((place) => at(json, ...place)).filter((link) => typeof link === 'string');

/** Whether an address ends in the path of the keys, a slash and the id; UUIDs know no letter case. */
export const endsIn = (link: string, path: string, id: string): boolean =>
  link.slice(0, -id.length).endsWith(`${path}/`) && link.slice(-id.length).toLowerCase() === id.toLowerCase();

/** Writes the addresses a new key shows for itself anew. */
export function relinked(relink: (link: string, json: JsonObject) => string): Mutant {
  return changeReply('application-key', (json) =>
    places.reduce<Json>((changed, place) => {
      const link = at(json, ...place);
      return typeof link === 'string' ? withAt(changed, place, relink(link, json)) : changed;
    }, json),
  );
}
