import { at, isObject, type Path, withAt } from '../../../src/wire/json.ts';
import { readable } from '../../creation/needs.ts';
import { bodies, replies } from '../../engine/evidence.ts';
import { nullsIn } from '../../engine/nulls.ts';
import { printPath } from '../../engine/reading.ts';
import { rule } from '../../engine/rule.ts';
import { changeReply } from '../../mutants/reply.ts';

export default rule({
  clause: 'subscription-optional-not-null',
  title: 'an optional member without a value is left out',
  needs: readable('subscription'),
  check: async (probe) => {
    for (const { answer, json } of bodies(await replies(probe, 'subscription'))) {
      const [empty] = nullsIn(probe.contract, 'subscription', json);
      const expected = empty ? `${printPath(empty)} is left out` : 'no member is null';
      probe.must(!empty, expected, 'null', answer);
    }
  },
  mutants: [
    { name: 'a subscription without a state shows it as null', wire: emptied(['meta', 'state']) },
    { name: 'what never happened is shown as null', wire: emptied(['meta', 'timestamps', 'paused_at']) },
    {
      name: 'the description of an offering is null',
      wire: emptied(['offering', 'attributes', 'description']),
    },
  ],
});

function emptied(path: Path) {
  const whole = ['data', 'attributes', ...path];
  return changeReply('subscription', (json) =>
    isObject(at(json, ...whole.slice(0, -1))) ? withAt(json, whole, null) : undefined,
  );
}
