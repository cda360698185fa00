import type { Contract } from '../../src/contract/contract.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  type Path,
  withAt,
  withoutAt,
} from '../../src/json/json.ts';
import { attempts } from '../core/attempt.ts';
import type { Claim } from '../core/claim.ts';
import { distinct } from '../core/claims.ts';
import type { Answer, Breach } from '../core/evidence.ts';
import {
  changeReply,
  changeStatus,
  jsonOfCall,
  overlookInBody,
  rejectAfterRejection,
  rejectWhere,
  renumbered,
  uuidOf,
} from '../core/mutants.ts';
import { printValue } from '../core/print.ts';
import { isUnknown } from '../core/redacted-values.ts';
import { rules } from '../core/rule.ts';
import {
  absentNotNull,
  echoed,
  isSpacedOnly,
  isToBlame,
  neverAccepted,
  returnsText,
  returnsTextBeyondPlain,
  textAt,
} from '../create/claims.ts';
import { detailsOf, gatewayPath, orderOf } from './experiments.ts';

const payment = ['data', 'payment_authority'];

/** Servers that read a short currency generously, as `read` says. */
const readCurrency = (read: (currency: string) => string) =>
  overlookInBody('subscription', (json) => {
    const currency = at(json, 'data', 'currency');
    if (typeof currency !== 'string' || currency.length > 10) return undefined;
    return withAt(json, ['data', 'currency'], read(currency));
  });

/**
 * An id is returned as it was sent; UUIDs compare without regard to case. `mixedUp` are fields of the request whose ids a
 * server returns instead, the second only of a paid subscription.
 */
const returnsId = (
  title: string,
  member: string,
  shownAt: Path,
  [other, paidOther]: readonly [other: string, paidOther: string],
) => {
  const instead = (value: (shown: JsonObject, sent: Json | undefined) => string | undefined): Mutant =>
    changeReply('subscription', (json, call) => {
      const put = value(json, jsonOfCall(call));
      return put === undefined ? undefined : withAt(json, shownAt, put);
    });
  const mutants = {
    [`${member} is always returned as the same id`]: instead(() => '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41'),
    [`${other} is returned as ${member}`]: instead((_, sent) => String(at(sent, 'data', other))),
    [`${paidOther} of a paid subscription is returned as ${member}`]: instead((_, sent) =>
      at(sent, ...payment) === undefined ? undefined : String(at(sent, 'data', paidOther)),
    ),
    [`the last digits of ${member} are lost`]: instead(
      (shown) => `${String(at(shown, ...shownAt)).slice(0, -6)}000000`,
    ),
  };
  const claim = echoed({ sentAt: ['data', member], shownAt, read: (id) => id.toLowerCase() });
  return { title, shows: 'content', claims: [claim], mutants } as const;
};

/** A request without an optional field is accepted. */
const mayBeLeftOut = (member: string) => {
  const isLeftOut = (json: unknown): boolean => {
    const data = at(json, 'data');
    return isObject(data) && data[member] === undefined;
  };
  return {
    topic: ['optional values'] as const,
    title: `a request without ${member} is accepted`,
    claims: [attempts],
    mutants: {
      [`${member} is required`]: rejectWhere('subscription', isLeftOut),
      [`a missing ${member} crashes the server`]: changeStatus('subscription', (status, call) =>
        status <= 299 && isLeftOut(jsonOfCall(call)) ? 500 : status,
      ),
    },
  };
};

const bytesOf = (json: Json | undefined): number =>
  Buffer.byteLength(String(at(json, 'data', 'external_ref') ?? ''));

const longest = ({ constraints }: Contract): number =>
  Number(constraints.find(({ id }) => id === 'subscription/external_ref/maxLength')?.value);

const currencyAt = ['data', 'attributes', 'currency'];

const referenceAt = ['data', 'attributes', 'external_ref'];

const reference = ['data', 'external_ref'];

const references = {
  operation: 'subscription',
  words: 'external references',
  sentAt: reference,
  shownAt: referenceAt,
} as const;

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

const sentAt = ['data', 'currency'];

/** A claim on currencies that are not in their form, and are the only thing to blame for a rejection. */
const malformedNeverAccepted = (isMeant: (breach: Breach) => boolean): Claim =>
  neverAccepted(
    (breach, request) =>
      breach.constraint.clause.id === 'subscription/request-currency-form' &&
      isToBlame(breach, request) &&
      isMeant(breach),
  );

const currencyOf = (json: Json | undefined): string => String(at(json, ...sentAt));

const isNoCurrency = (currency: string): boolean =>
  /^[A-Z]{3}$/.test(currency) && !Intl.supportedValuesOf('currency').includes(currency);

/** Takes and shows currencies that there are not, as though they were dollars. */
const takeAnyCurrency: Mutant = (next, contract) =>
  changeReply('subscription', (json, call) => {
    const sent = currencyOf(jsonOfCall(call));
    return isNoCurrency(sent) ? withAt(json, ['data', 'attributes', 'currency'], sent) : undefined;
  })(
    overlookInBody('subscription', (json) =>
      isNoCurrency(currencyOf(json)) ? withAt(json, sentAt, 'USD') : undefined,
    )(next, contract),
    contract,
  );

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** What a subscription may leave out. */
const optional: readonly Path[] = [
  ...['state', 'timestamps'].map((name) => ['meta', name]),
  ...['end_at', 'canceled_at', 'paused_at', 'resumed_at'].map((name) => ['meta', 'timestamps', name]),
  ...['external_ref', 'description'].map((name) => ['offering', 'attributes', name]),
].map((path) => ['data', 'attributes', ...path]);

function emptied(path: Path) {
  const whole = ['data', 'attributes', ...path];
  return changeReply('subscription', (json) =>
    isObject(at(json, ...whole.slice(0, -1))) ? withAt(json, whole, null) : undefined,
  );
}

export default rules('subscription', ['fields', 'echo'], {
  accepted: {
    topic: ['operations'],
    title: 'a subscription request with all required fields is accepted',
    claims: [attempts],
    mutants: {
      'a request is rejected because the one before it was': rejectAfterRejection('subscription'),
      'every subscription crashes the server': changeStatus('subscription', (status) =>
        status <= 299 ? 500 : status,
      ),
    },
  },
  'request-currency-own': {
    topic: ['optional values'],
    title: 'the currency of the target file is accepted',
    claims: [attempts],
    mutants: {
      'every currency is accepted except the declared one': {
        wireFor: ({ subscriptions: [{ currency }] }) =>
          rejectWhere('subscription', (json) => at(json, 'data', 'currency') === currency),
      },
    },
  },
  'request-external-ref-optional': mayBeLeftOut('external_ref'),
  'request-external-ref-two-bytes': {
    topic: ['rejections', 'lengths'],
    title: 'an `external_ref` as long as it may be, of two bytes a character, is accepted',
    claims: [attempts],
    mutants: {
      'the length of external_ref is counted in bytes': (next, contract) =>
        rejectWhere('subscription', (json) => bytesOf(json) > longest(contract))(next, contract),
    },
  },
  'request-payment-authority-accepted': {
    topic: ['optional values'],
    title: 'a complete payment_authority is accepted',
    claims: [attempts],
    mutants: {
      'payment_authority is always rejected': rejectWhere(
        'subscription',
        (json) => at(json, ...payment) !== undefined,
      ),
      'a complete payment authority crashes the server': changeStatus('subscription', (status, call) =>
        status <= 299 && at(jsonOfCall(call), ...payment) !== undefined ? 500 : status,
      ),
    },
  },
  'request-payment-authority-optional': mayBeLeftOut('payment_authority'),
  'request-payment-type-each': {
    topic: ['optional values'],
    title: 'every allowed `payment_authority.type` is accepted',
    claims: [attempts],
    mutants: Object.fromEntries(
      ['a', 'b'].map((letter) => [
        `a gateway whose name ends in ${letter} is rejected`,
        rejectWhere('subscription', (json) => String(at(json, ...gatewayPath)).endsWith(`_${letter}`)),
      ]),
    ),
  },
  'request-uuid-capitals': {
    topic: ['optional values'],
    title: 'ids in upper case are accepted',
    claims: [attempts],
    mutants: {
      'a plan in capitals is not known': rejectWhere(
        'subscription',
        (json) => /[A-F]/.test(String(at(json, 'data', 'plan_id'))),
        404,
      ),
      'every id in capital letters is rejected': rejectWhere('subscription', (json) =>
        ['account_id', 'offering_id', 'plan_id'].some((name) => /[A-F]/.test(String(at(json, 'data', name)))),
      ),
    },
  },
  'account-id-echo': returnsId(
    'account_id is returned as sent',
    'account_id',
    ['data', 'attributes', 'account_id'],
    ['offering_id', 'plan_id'],
  ),
  'currency-echo': {
    title: 'currency is returned as sent',
    shows: 'content',
    claims: [echoed({ sentAt: ['data', 'currency'], shownAt: currencyAt })],
    mutants: {
      'the currency shown is that of the store': {
        wireFor: ({ subscriptions: [{ currency }] }) =>
          changeReply('subscription', (json) => withAt(json, currencyAt, currency === 'CHF' ? 'NOK' : 'CHF')),
      },
      'a paid subscription shows the currency of its gateway': changeReply('subscription', (json, call) =>
        at(jsonOfCall(call), 'data', 'payment_authority') === undefined
          ? undefined
          : withAt(json, currencyAt, 'GBP'),
      ),
    },
  },
  'external-ref-echo-beyond-ascii': {
    title: 'emoji, signs beyond ASCII and double spaces in external_ref are returned',
    ...returnsTextBeyondPlain(references),
  },
  'external-ref-echo': {
    title: 'a returned external_ref is the one that was sent',
    shows: 'content',
    claims: [...returnsText(references).claims, neverOfAnother],
    mutants: {
      ...returnsText(references).mutants,
      'without a reference that of an earlier request is shown': leaking,
      'every subscription shows the reference of the first one': alwaysTheFirst,
    },
  },
  'offering-id-echo': returnsId(
    'a returned offering.id is the offering_id that was sent',
    'offering_id',
    ['data', 'attributes', 'offering', 'id'],
    ['plan_id', 'account_id'],
  ),
  'plan-id-echo': returnsId(
    'plan_id is returned as sent',
    'plan_id',
    ['data', 'attributes', 'plan_id'],
    ['offering_id', 'account_id'],
  ),
  'id-distinct-alike': {
    topic: ['fields', 'distinct'],
    title: 'requests with a different external_ref or payment_authority get different data.id',
    claims: [
      distinct({
        shownAt: ['data', 'id'],
        by: 'a different external_ref or payment_authority',
        read: (id) => id.toLowerCase(),
        within: orderOf,
        apart: detailsOf,
      }),
    ],
    mutants: {
      'ids are made of what is subscribed to': renumbered('subscription', ({ data }) =>
        uuidOf(['account_id', 'plan_id', 'currency'].map((name) => at(data, 'attributes', name)).join()),
      ),
      'ids are drawn from a small pool': renumbered('subscription', (_, __, count) =>
        uuidOf(String(count % 3)),
      ),
    },
  },
  'id-distinct': {
    topic: ['fields', 'distinct'],
    title: 'different subscriptions have different data.id',
    shows: 'content',
    claims: [distinct({ shownAt: ['data', 'id'], read: (id) => id.toLowerCase(), apart: orderOf })],
    mutants: {
      'every subscription has the same id': renumbered('subscription', () => uuidOf('one')),
      'a subscription has the id of its account': renumbered('subscription', (shown) =>
        String(at(shown, 'data', 'attributes', 'account_id')),
      ),
      'ids are made of account and plan': renumbered('subscription', ({ data }) =>
        uuidOf(['account_id', 'plan_id'].map((name) => at(data, 'attributes', name)).join()),
      ),
    },
  },
  'request-currency-form': {
    topic: ['rejections', 'forms'],
    title: 'a `currency` that is not three ASCII capital letters is rejected',
    claims: [attempts, malformedNeverAccepted((breach) => !isSpacedOnly(breach))],
    mutants: {
      'currency is accepted in any form': { amend: { constraint: 'subscription/currency/pattern' } },
      'a currency in lower case is accepted': readCurrency((currency) => currency.toUpperCase()),
      'a currency is cut to three letters': readCurrency((currency) => currency.slice(0, 3)),
      'a digit is accepted in a currency': readCurrency((currency) =>
        /^[A-Z][0-9][A-Z]$/.test(currency) ? 'USD' : currency,
      ),
      'the name of a currency is accepted': readCurrency((currency) =>
        /^[A-Z][a-z]{3}/.test(currency) ? 'EUR' : currency,
      ),
      'capital letters of any script are accepted as currency': readCurrency((currency) =>
        /^(?![A-Z]{3})\p{Lu}{3}$/u.test(currency) ? 'USD' : currency,
      ),
      'the code of a country is accepted as currency': readCurrency((currency) =>
        /^[A-Z]{2}$/.test(currency) ? 'USD' : currency,
      ),
    },
  },
  'request-currency-spaces': {
    topic: ['rejections', 'forms'],
    title: 'a `currency` with white space around its letters is rejected',
    claims: [attempts, malformedNeverAccepted((breach) => isSpacedOnly(breach))],
    mutants: {
      'a currency is trimmed before it is checked': readCurrency((currency) => currency.trim()),
      'a line feed after the currency is ignored': readCurrency((currency) => currency.replace(/\n$/, '')),
    },
  },
  'request-currency-unknown': {
    topic: ['rejections', 'forms'],
    title: 'a currency that is not an ISO code is rejected',
    claims: [attempts],
    mutants: {
      'any three capital letters are accepted as currency': takeAnyCurrency,
    },
  },
  'request-payment-authority-empty': {
    topic: ['required values', 'required'],
    title: 'a request with an empty payment_authority is rejected',
    claims: [
      attempts,
      neverAccepted(({ path }, { json }) => path.length > payment.length && isEmpty(at(json, ...payment))),
    ],
    mutants: {
      'an empty payment_authority is accepted': overlookInBody('subscription', (json) =>
        isEmpty(at(json, ...payment)) ? withoutAt(json, payment) : undefined,
      ),
    },
  },
  'optional-not-null': {
    topic: ['fields'],
    title: 'an optional field without a value is absent, not null',
    claims: [absentNotNull],
    mutants: {
      'a subscription without a state shows it as null': emptied(['meta', 'state']),
      'a timestamp of an event that has not happened is null': emptied(['meta', 'timestamps', 'paused_at']),
      'the description of an offering is null': emptied(['offering', 'attributes', 'description']),
      'every absent optional field of a subscription and its offering is null': changeReply(
        'subscription',
        (json) =>
          optional.reduce<JsonObject>(
            (shown, path) =>
              isObject(at(shown, ...path.slice(0, -1))) && at(shown, ...path) === undefined
                ? (withAt(shown, path, null) as JsonObject)
                : shown,
            json,
          ),
      ),
    },
  },
});
