import { at, isObject, type JsonObject, type Path, withAt } from '../../../src/json/json.ts';
import { printField, printPath } from '../../core/print.ts';
import { rules } from '../../core/rule.ts';
import { nullsIn } from '../../create/bodies.ts';
import { eachCreation } from '../../core/claims.ts';
import { changeReply } from '../../core/reply-mutants.ts';

/** What a subscription may leave out. */
const optional: readonly Path[] = [
  ...['state', 'timestamps'].map((name) => ['meta', name]),
  ...['end_at', 'canceled_at', 'paused_at', 'resumed_at'].map((name) => ['meta', 'timestamps', name]),
  ...['external_ref', 'description'].map((name) => ['offering', 'attributes', name]),
].map((path) => ['data', 'attributes', ...path]);

export default rules(['fields'], {
  'optional-not-null': {
    title: 'an optional field without a value is absent, not null',
    claims: [
      eachCreation(({ answer, shown }, judge) => {
        const [empty] = nullsIn(judge.contract, 'subscription', shown);
        judge.claim(!empty, () => ({
          title: `${printField(empty ?? [])} is absent, not null`,
          expected: `${printPath(empty ?? [])} is absent`,
          saw: 'null',
          shown: [answer],
        }));
      }),
    ],
    mutants: [
      { name: 'a subscription without a state shows it as null', wire: emptied(['meta', 'state']) },
      {
        name: 'a timestamp of an event that has not happened is null',
        wire: emptied(['meta', 'timestamps', 'paused_at']),
      },
      {
        name: 'the description of an offering is null',
        wire: emptied(['offering', 'attributes', 'description']),
      },
      {
        name: 'every absent optional field of a subscription and its offering is null',
        wire: changeReply('subscription', (json) =>
          optional.reduce<JsonObject>(
            (shown, path) =>
              isObject(at(shown, ...path.slice(0, -1))) && at(shown, ...path) === undefined
                ? (withAt(shown, path, null) as JsonObject)
                : shown,
            json,
          ),
        ),
      },
    ],
  },
});

function emptied(path: Path) {
  const whole = ['data', 'attributes', ...path];
  return changeReply('subscription', (json) =>
    isObject(at(json, ...whole.slice(0, -1))) ? withAt(json, whole, null) : undefined,
  );
}
