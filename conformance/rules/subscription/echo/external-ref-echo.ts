import type { Mutant } from '../../../../src/http/exchange.ts';
import { at, withAt } from '../../../../src/json/json.ts';
import type { Claim } from '../../../core/claim.ts';
import type { Answer } from '../../../core/evidence.ts';
import { printValue } from '../../../core/print.ts';
import { rule } from '../../../core/rule.ts';
import { echoedLetters, echoedPlain, textAt } from '../../../interface/creations/echo.ts';
import { isUnknown } from '../../../interface/redacted-values.ts';
import { changeReply } from '../../../mutants/reply.ts';
import { jsonOfCall } from '../../../mutants/request.ts';
import { keptInOnePlace } from '../../../mutants/shared.ts';
import { escaped, misencoded, withoutAccents } from '../../../mutants/text.ts';

const sentAt = ['data', 'external_ref'];
const shownAt = ['data', 'attributes', 'external_ref'];

/** Where none was sent, that of another record is not shown; a record that is found again keeps its own. */
const neverOfAnother: Claim = {
  on: 'answers',
  open: () => {
    const sentBefore = new Map<string, Answer>();
    return (answer, judge) => {
      const { request, shape, json } = answer;
      const shown = shape && json ? textAt(json, ...shownAt) : undefined;
      const sent = at(request.json, ...sentAt);
      if (typeof sent === 'string' && shape) sentBefore.set(sent, answer);
      const other = shown ? sentBefore.get(shown) : undefined;
      if (sent !== undefined || !shown || isUnknown(answer, shown)) return;
      const isSameRecord = other !== undefined && idIn(other) !== undefined && idIn(other) === idIn(answer);
      judge.claim(other === undefined || isSameRecord, () => ({
        expected: 'an external_ref that was not sent for another record',
        saw: printValue(shown),
        shown: other ? [other, answer] : [answer],
      }));
    };
  },
};

const idIn = ({ json }: Answer): string | undefined => (json ? textAt(json, 'data', 'id') : undefined);

const leaking: Mutant = (next, contract) => {
  let last: string | undefined;
  return changeReply('subscription', (json, call) => {
    const own = at(jsonOfCall(call), ...sentAt);
    if (typeof own === 'string') last = own;
    return own === undefined && last !== undefined ? withAt(json, shownAt, last) : undefined;
  })(next, contract);
};

const alwaysTheFirst: Mutant = (next, contract) => {
  let first: string | undefined;
  return changeReply('subscription', (json, call) => {
    first ??= String(at(jsonOfCall(call), ...sentAt));
    return withAt(json, shownAt, first);
  })(next, contract);
};

export default rule({
  title: 'a returned external_ref is the one that was sent',
  shows: 'content',
  claims: [...echoedPlain({ sentAt, shownAt }), echoedLetters({ sentAt, shownAt }), neverOfAnother],
  mutants: [
    { name: 'external references are returned in lower case', wire: rewritten((text) => text.toLowerCase()) },
    {
      name: 'external references are cut after 255 characters',
      wire: rewritten((text) => text.slice(0, 255)),
    },
    {
      name: 'external references come back percent-decoded',
      wire: rewritten((text) => text.replaceAll('%2F', '/')),
    },
    { name: 'external references come back escaped for HTML', wire: rewritten(escaped) },
    {
      name: 'external references lose leading zeros',
      wire: rewritten((text) => text.replace(/^0+(?=\d+$)/, '')),
    },
    {
      name: 'references lose what is beyond ASCII',
      wire: rewritten((text) => text.replaceAll(/\P{ASCII}/gu, '?')),
    },
    { name: 'references are written as UTF-8 and read as Latin-1', wire: rewritten(misencoded) },
    { name: 'references lose their accents', wire: rewritten(withoutAccents) },
    {
      name: 'subscriptions that are created at once share a reference',
      wire: keptInOnePlace('subscription', sentAt, shownAt),
    },
    { name: 'without a reference that of an earlier request is shown', wire: leaking },
    { name: 'every subscription shows the reference of the first one', wire: alwaysTheFirst },
  ],
});

function rewritten(rewrite: (text: string) => string) {
  return changeReply('subscription', (json) => {
    const shown = at(json, ...shownAt);
    return typeof shown === 'string' ? withAt(json, shownAt, rewrite(shown)) : undefined;
  });
}
