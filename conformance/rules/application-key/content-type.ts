import { readable } from '../../creation/needs.ts';
import { replies } from '../../engine/evidence.ts';
import { mustBeJsonType } from '../../engine/media-type.ts';
import { rule } from '../../engine/rule.ts';
import { changeHeader } from '../../mutants/reply.ts';

export default rule({
  clause: 'key-content-type',
  title: 'a new key has a JSON Content-Type',
  needs: readable('application-key'),
  check: async (probe) => {
    for (const answer of await replies(probe, 'application-key')) mustBeJsonType(probe, answer);
  },
  mutants: [
    {
      name: 'keys are called plain text',
      wire: changeHeader('application-key', 'content-type', 'text/plain; charset=utf-8'),
    },
    {
      name: 'keys are called something that only begins like JSON',
      wire: changeHeader('application-key', 'content-type', 'application/json-lines'),
    },
  ],
});
