import { at, type Json, withoutAt } from '../../../src/wire/json.ts';
import { endsIn, places, selfLinks } from '../../creation/self-link.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';
import { relinked } from '../../mutants/self-link.ts';

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
