import { at, type Json, withAt } from '../../../src/wire/json.ts';
import { specimen } from '../../creation/specimen.ts';
import { mustRefuse } from '../../engine/acceptance.ts';
import { rule } from '../../engine/rule.ts';
import { overlookInBody } from '../../mutants/request.ts';

const members = ['type', 'name'];

export default rule({
  clause: 'key-request-null-required',
  title: 'null in the place of what is required is refused',
  needs: [
    'application-key/bad-input-not-crash',
    ...['data', ...members].flatMap((member) => [
      `application-key/${member}/required`,
      `application-key/${member}/type`,
    ]),
  ],
  check: async (probe) => {
    const control = specimen(probe.contract, probe.target, 'application-key');
    for (const path of [['data'], ...members.map((member) => ['data', member])]) {
      const what = `a request with ${path.join('.')} null`;
      await mustRefuse(probe, 'application-key', { control, body: withAt(control, path, null), what });
    }
  },
  mutants: [
    { name: 'null passes for a name', wire: taken(['data', 'name'], 'unnamed') },
    { name: 'null passes for a type', wire: taken(['data', 'type'], 'application_key') },
    {
      name: 'null passes for the whole data',
      wire: taken(['data'], { type: 'application_key', name: 'unnamed' }),
    },
  ],
});

function taken(path: readonly string[], meant: Json) {
  return overlookInBody('application-key', (json) =>
    at(json, ...path) === null ? withAt(json, path, meant) : undefined,
  );
}
