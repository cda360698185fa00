import { at } from '../../../src/wire/json.ts';
import { endsIn, selfLinks } from '../../creation/self-link.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { printValue } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { relinked } from '../../mutants/self-link.ts';

export default rule({
  clause: 'key-self-link-base',
  title: 'the address of a key begins with the base address',
  needs: ['application-key/self-link'],
  check: async (probe) => {
    const { path } = probe.contract.operations['application-key'];
    const base = new URL(probe.target.baseUrl).href.replace(/\/$/, '') + path;
    for (const { answer, json } of bodies(await replies(probe, 'application-key'))) {
      const id = String(at(json, 'data', 'id'));
      for (const link of selfLinks(json).filter((one) => endsIn(one, path, id))) {
        const begins = URL.canParse(link) && new URL(link).href.startsWith(`${base}/`);
        probe.must(begins, `an address that begins with ${base}/`, printValue(link), answer);
      }
    }
  },
  mutants: [
    {
      name: 'the address is on another host',
      wire: relinked((link) => link.replace(/^https?:\/\/[^/]*/, 'https://keys.fernhollow.example')),
    },
    {
      name: 'the address is a path only',
      wire: relinked((link) => link.replace(/^https?:\/\/[^/]*/, '')),
    },
    {
      name: 'the address has a step too many before the path',
      wire: relinked((link) => link.replace(/^(https?:\/\/[^/]*)/, '$1/internal')),
    },
  ],
});
