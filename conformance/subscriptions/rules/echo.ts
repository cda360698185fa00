import type { Mutant } from '../../../src/http/exchange.ts';
import { at, withAt } from '../../../src/json/json.ts';
import type { Claim } from '../../core/claim.ts';
import type { Answer } from '../../core/evidence.ts';
import { printValue } from '../../core/print.ts';
import { rules } from '../../core/rule.ts';
import {
  beyondPlain,
  echoed,
  echoedId,
  echoedLetters,
  echoedPlain,
  isBeyondPlain,
  textAt,
} from '../../create/echo.ts';
import { isUnknown } from '../../core/redacted-values.ts';
import { changeReply, escaped, misencoded, withoutAccents } from '../../core/reply-mutants.ts';
import { jsonOfCall, keptInOnePlace } from '../../core/request-mutants.ts';
import { otherIds } from '../mutants.ts';

const accountAt = ['data', 'attributes', 'account_id'];

const currencyAt = ['data', 'attributes', 'currency'];

const referenceAt = ['data', 'attributes', 'external_ref'];

const reference = ['data', 'external_ref'];

/** Where none was sent, that of another record is not shown; a record that is found again keeps its own. */
const neverOfAnother: Claim = {
  on: 'answers',
  open: () => {
    const sentBefore = new Map<string, Answer>();
    return (answer, judge) => {
      const { request, shape, json } = answer;
      const shown = shape && json ? textAt(json, ...referenceAt) : undefined;
      const sent = at(request.json, ...reference);
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
    const own = at(jsonOfCall(call), ...reference);
    if (typeof own === 'string') last = own;
    return own === undefined && last !== undefined ? withAt(json, referenceAt, last) : undefined;
  })(next, contract);
};

const alwaysTheFirst: Mutant = (next, contract) => {
  let first: string | undefined;
  return changeReply('subscription', (json, call) => {
    first ??= String(at(jsonOfCall(call), ...reference));
    return withAt(json, referenceAt, first);
  })(next, contract);
};

const offeringAt = ['data', 'attributes', 'offering', 'id'];

const planAt = ['data', 'attributes', 'plan_id'];

export default rules(['fields', 'echo'], {
  'account-id-echo': {
    title: 'account_id is returned as sent',
    shows: 'content',
    claims: [echoedId('account_id', accountAt)],
    mutants: otherIds('account_id', accountAt, ['offering_id', 'plan_id']),
  },
  'currency-echo': {
    title: 'currency is returned as sent',
    shows: 'content',
    claims: [echoed({ sentAt: ['data', 'currency'], shownAt: currencyAt })],
    mutants: [
      {
        name: 'the currency shown is that of the store',
        wireFor: ({ subscriptions: [{ currency }] }) =>
          changeReply('subscription', (json) => withAt(json, currencyAt, currency === 'CHF' ? 'NOK' : 'CHF')),
      },
      {
        name: 'a paid subscription shows the currency of its gateway',
        wire: changeReply('subscription', (json, call) =>
          at(jsonOfCall(call), 'data', 'payment_authority') === undefined
            ? undefined
            : withAt(json, currencyAt, 'GBP'),
        ),
      },
    ],
  },
  'external-ref-echo-beyond-ascii': {
    title: 'emoji, signs beyond ASCII and double spaces in external_ref are returned',
    claims: [
      echoed({
        sentAt: ['data', 'external_ref'],
        shownAt: referenceAt,
        isMeant: isBeyondPlain,
        read: beyondPlain,
      }),
    ],
    mutants: [
      {
        name: 'spaces side by side in references become one',
        wire: rewritten((text) => text.replaceAll(/ +/g, ' ')),
      },
      {
        name: 'characters above U+FFFF are replaced',
        wire: rewritten((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
      },
      {
        name: 'quotation marks beyond ASCII in references are replaced',
        wire: rewritten((text) => text.replaceAll('’', "'")),
      },
    ],
  },
  'external-ref-echo': {
    title: 'a returned external_ref is the one that was sent',
    shows: 'content',
    claims: [
      ...echoedPlain({ sentAt: reference, shownAt: referenceAt }),
      echoedLetters({ sentAt: reference, shownAt: referenceAt }),
      neverOfAnother,
    ],
    mutants: [
      {
        name: 'external references are returned in lower case',
        wire: rewritten((text) => text.toLowerCase()),
      },
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
        wire: keptInOnePlace('subscription', reference, referenceAt),
      },
      { name: 'without a reference that of an earlier request is shown', wire: leaking },
      { name: 'every subscription shows the reference of the first one', wire: alwaysTheFirst },
    ],
  },
  'offering-id-echo': {
    title: 'a returned offering.id is the offering_id that was sent',
    shows: 'content',
    claims: [echoedId('offering_id', offeringAt)],
    mutants: otherIds('offering_id', offeringAt, ['plan_id', 'account_id']),
  },
  'plan-id-echo': {
    title: 'plan_id is returned as sent',
    shows: 'content',
    claims: [echoedId('plan_id', planAt)],
    mutants: otherIds('plan_id', planAt, ['offering_id', 'account_id']),
  },
});

function rewritten(rewrite: (text: string) => string) {
  return changeReply('subscription', (json) => {
    const shown = at(json, ...referenceAt);
    return typeof shown === 'string' ? withAt(json, referenceAt, rewrite(shown)) : undefined;
  });
}
