import { header } from '../../../src/http/exchange.ts';
import { at, withAt } from '../../../src/json/json.ts';
import { printPath, printValue } from '../../core/print.ts';
import { wrapsObject } from '../../core/profile.ts';
import { rules } from '../../core/rule.ts';
import { textAt } from '../../create/echo.ts';
import { eachAccepted, eachCreation } from '../../core/claims.ts';
import { changeReply, changeStatus } from '../../core/reply-mutants.ts';
import { jsonOfCall } from '../../core/request-mutants.ts';
import { isMask } from '../controls.ts';

const shownAt = ['data', 'client_secret'];

const members = ['client_id', 'client_secret'];

/** Whether signs stand for a part of a value; where they stand for all of it, another rule tells. */
const isMasked = (value: string): boolean => /[*•]{4}/.test(value) && !isMask(value);

const paths = ['created_at', 'updated_at', 'last_used_at'].map((name) => [
  'data',
  'meta',
  'timestamps',
  name,
]);

const day = 86_400_000;

export default rules(['fields'], {
  'client-secret-returned': {
    title: 'data.client_secret is returned, not only a mask of it',
    claims: [
      eachCreation(({ answer, shown }, judge) => {
        const secret = textAt(shown, ...shownAt);
        // Whoever records traffic often masks its secrets.
        if (!secret || answer.isRecorded) return;
        judge.claim(!isMask(secret), () => ({
          expected: 'data.client_secret is the secret of the new key',
          saw: `${secret.length} characters of a mask`,
          shown: [answer],
        }));
      }),
    ],
    mutants: ['********', '••••••••••••', 'xxxxxxxxxxxxxxxx'].map((mask) => ({
      name: `the client_secret is ${mask}`,
      wire: changeReply('application-key', (json) => withAt(json, shownAt, mask)),
    })),
  },
  created: {
    topic: ['body'],
    title: 'an accepted request to create a key returns status 201',
    claims: [
      eachAccepted((answer, judge) => {
        if (!wrapsObject(answer.json)) return;
        const { status } = answer.reply;
        judge.claim(status === 201, () => ({
          expected: 'status 201',
          saw: `status ${status}`,
          shown: [answer],
        }));
      }),
    ],
    mutants: [
      {
        name: 'keys are created with 200',
        wire: changeStatus('application-key', (status) => (status === 201 ? 200 : status)),
      },
      {
        name: 'keys with a rate limit are created with 202',
        wire: changeStatus('application-key', (status, call) =>
          status === 201 && at(jsonOfCall(call), 'data', 'reserved_rate_limit') !== undefined ? 202 : status,
        ),
      },
    ],
  },
  'credentials-not-empty': {
    title: 'client_id and client_secret are neither empty nor masked in part',
    claims: [
      eachCreation(({ answer, shown }, judge) => {
        for (const member of members) {
          const value = textAt(shown, 'data', member);
          if (value !== undefined)
            judge.claim(value.trim() !== '' && !isMasked(value), () => ({
              title: `data.${member} is not empty and not masked`,
              expected: `data.${member} is not empty and not masked`,
              saw: isMasked(value) ? 'a mask' : value === '' ? 'an empty string' : 'spaces only',
              shown: [answer],
            }));
        }
      }),
    ],
    mutants: [
      ...members.map((member) => ({
        name: `the ${member} is empty`,
        wire: changeReply('application-key', (json) => withAt(json, ['data', member], '')),
      })),
      {
        name: 'the client_secret is masked up to its last four characters',
        wire: changeReply('application-key', (json) => {
          const secret = String(at(json, 'data', 'client_secret'));
          return withAt(json, ['data', 'client_secret'], '*'.repeat(28) + secret.slice(-4));
        }),
      },
    ],
  },
  'timestamps-current': {
    topic: ['fields', 'timestamps'],
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
  },
});
