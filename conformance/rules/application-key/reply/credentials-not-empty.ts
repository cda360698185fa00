import { at, withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { isMask } from '../../../interface/application-key/mask.ts';
import { eachCreation } from '../../../interface/claims.ts';
import { textAt } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';

const members = ['client_id', 'client_secret'];

/** Whether signs stand for a part of a value; where they stand for all of it, another rule tells. */
const isMasked = (value: string): boolean => /[*•]{4}/.test(value) && !isMask(value);

export default rule({
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
});
