import { withAt } from '../../../../src/json/json.ts';
import { rule } from '../../../core/rule.ts';
import { isMask } from '../../../interface/application-key/mask.ts';
import { eachCreation } from '../../../interface/claims.ts';
import { textAt } from '../../../interface/creations/echo.ts';
import { changeReply } from '../../../mutants/reply.ts';

const shownAt = ['data', 'client_secret'];

export default rule({
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
});
