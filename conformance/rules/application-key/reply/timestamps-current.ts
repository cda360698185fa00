import { header } from '../../../../src/http/exchange.ts';
import { withAt } from '../../../../src/json/json.ts';
import { printPath, printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { eachCreation } from '../../../interface/claims.ts';
import { textAt } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';

const paths = ['created_at', 'updated_at', 'last_used_at'].map((name) => [
  'data',
  'meta',
  'timestamps',
  name,
]);
const day = 86_400_000;

export default rule({
  title: "the timestamps of a new key are within a day of the response's Date",
  claims: [
    eachCreation(({ answer, shown }, judge) => {
      const now = Date.parse(header(answer.reply.headers, 'date') ?? '');
      if (Number.isNaN(now)) return judge.untested('the response has no Date header to compare with');
      for (const path of paths) {
        const text = textAt(shown, ...path);
        const instant = Date.parse(text ?? '');
        // What cannot be read as a time is for the rules on its form.
        if (Number.isNaN(instant)) continue;
        judge.claim(Math.abs(instant - now) <= day, () => ({
          title: `${printPath(path)} is within a day of the response's Date`,
          expected: `${printPath(path)} is within a day of ${new Date(now).toISOString()}`,
          saw: printValue(text),
          shown: [answer],
        }));
      }
    }),
  ],
  mutants: [
    ...paths.map((path) => ({
      name: `${path.at(-1)} is the year 1970`,
      wire: changeReply('application-key', (json) => withAt(json, path, '1970-01-01T00:00:00Z')),
    })),
    {
      name: 'a key was last used in the year 1',
      wire: changeReply('application-key', (json) =>
        withAt(json, ['data', 'meta', 'timestamps', 'last_used_at'], '0001-01-01T00:00:00Z'),
      ),
    },
  ],
});
