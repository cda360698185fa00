import { withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { eachCreation } from '../../../interface/claims.ts';
import { textAt } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';

const members = ['client_id', 'client_secret'];

export default rule({
  title: 'the credentials of a new key are not empty',
  claims: [
    eachCreation(({ answer, shown }, judge) => {
      for (const member of members) {
        const value = textAt(shown, 'data', member);
        if (value !== undefined)
          judge.claim(value.trim() !== '', () => ({
            expected: `data.${member} is not empty`,
            saw: value === '' ? 'an empty string' : 'spaces only',
            shown: [answer],
          }));
      }
    }),
  ],
  mutants: members.map((member) => ({
    name: `the ${member} is empty`,
    wire: changeReply('application-key', (json) => withAt(json, ['data', member], '')),
  })),
});
