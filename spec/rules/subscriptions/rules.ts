// The creation of subscriptions, and what is returned of them (§2.2 to §2.5, §4.2).

import {
  absentNotNull,
  at,
  attempts,
  type Breach,
  type Claim,
  type Contract,
  changeAt,
  changeResponse,
  crashOn,
  distinct,
  echoed,
  fieldPlaces,
  isObject,
  isSpacedOnly,
  isToBlame,
  isUnknown,
  type Json,
  type JsonObject,
  knownGoodOf,
  type Mutant,
  mutantsBy,
  neverAccepted,
  operationIn,
  overlookInBody,
  type Path,
  printPath,
  printValue,
  type ReadExchange,
  type RuleRow,
  rejectAfterRejection,
  rejectWhere,
  renumbered,
  returnsText,
  returnsTextBeyondPlain,
  rules,
  textAt,
  uuidOf,
  withAt,
  withoutAt,
} from '../../../conformance/rules.ts';
import { detailsOf, idFields, orderOf, subscriptionFields } from './experiments.ts';

const operation = 'subscription';

const longestText = ({ constraints }: Contract): number =>
  Number(constraints.find(({ id }) => id === 'subscription/external_ref/maxLength')?.value);

/** A claim that malformed currencies are not accepted, if they are the only fault of a request. */
const malformedNeverAccepted = (isMeant: (breach: Breach) => boolean): Claim =>
  neverAccepted(
    (breach, request, contract) =>
      breach.constraint.clause.id === 'subscription/request-currency-form' &&
      isToBlame(contract, breach, request) &&
      isMeant(breach),
  );

const isNoCurrency = (currency: string): boolean =>
  /^[A-Z]{3}$/.test(currency) && !Intl.supportedValuesOf('currency').includes(currency);

const isEmptyObject = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0;

/** The rules, with the places that a contract gives to what they read and change. */
function rowsFor(contract: Contract): Readonly<Record<string, RuleRow>> {
  const fields = subscriptionFields(contract);
  const { payment, gateway: gatewayPath, reference, currency: currencySentAt, sent } = fields;
  const { shown: shownAt } = fieldPlaces(operationIn(contract, operation));
  const isPaid = (json: Json | undefined): boolean => at(json, ...payment) !== undefined;

  /** Accepts other spellings of a currency: sends the stub the one that `read` returns. */
  const readCurrency = (read: (currency: string) => string) =>
    overlookInBody(operation, (json) => {
      const currency = at(json, ...currencySentAt);
      if (typeof currency !== 'string' || currency.length > 10) return undefined;
      return withAt(json, currencySentAt, read(currency));
    });

  /**
   * That an id is returned as it was sent; UUIDs are compared without regard to case. The others are fields whose ids a faulty
   * server returns instead, the second only of a paid subscription.
   */
  const returnsId = (
    title: string,
    field: string,
    place: Path,
    [other, paidOther]: readonly [other: string, paidOther: string],
  ) =>
    ({
      title,
      shows: 'content',
      claims: [echoed({ sentAt: sent(field), shownAt: place, read: (id) => id.toLowerCase() })],
      mutants: mutantsBy<Parameters<ReturnType<typeof changeAt>>[0]>(changeAt(operation, place), {
        [`${field} is always returned as the same id`]: () => '3f0b6c52-6d0e-4a57-9b1a-0c7e5d2f8a41',
        [`${other} is returned as ${field}`]: (_, json) => String(at(json, ...sent(other))),
        [`${paidOther} of a paid subscription is returned as ${field}`]: (_, json) =>
          isPaid(json) ? String(at(json, ...sent(paidOther))) : undefined,
        [`the last digits of ${field} are lost`]: (shown) => `${String(shown).slice(0, -6)}000000`,
      }),
    }) as const;

  const mayBeLeftOut = (field: string) => {
    const isLeftOut = (json: unknown): boolean => {
      const data = at(json, ...sent());
      return isObject(data) && data[field] === undefined;
    };
    return {
      topic: ['optional values'] as const,
      title: `a request without ${field} is accepted`,
      claims: [attempts],
      mutants: {
        [`${field} is required`]: rejectWhere(operation, isLeftOut),
        [`a missing ${field} crashes the server`]: crashOn(
          operation,
          (sent, status) => status <= 299 && isLeftOut(sent),
        ),
      },
    };
  };

  const bytesOf = (json: Json | undefined): number => Buffer.byteLength(String(at(json, ...reference) ?? ''));

  const currencyAt = shownAt('attributes', 'currency');

  const referenceAt = shownAt('attributes', 'external_ref');

  const references = {
    operation,
    words: 'external references',
    sentAt: reference,
    shownAt: referenceAt,
  } as const;

  /** A claim that a record without a reference does not show that of another. The same record may be returned again. */
  const neverOfAnother: Claim = {
    on: 'responses',
    open: () => {
      const sentBefore = new Map<string, ReadExchange>();
      return (exchange, judge) => {
        const { requestContent, shape, json } = exchange;
        const shown = shape && json ? textAt(json, ...referenceAt) : undefined;
        const sent = at(requestContent.json, ...reference);
        if (typeof sent === 'string' && shape) sentBefore.set(sent, exchange);
        const other = shown ? sentBefore.get(shown) : undefined;
        if (sent !== undefined || !shown || isUnknown(exchange, shown)) return;
        const isSameRecord =
          other !== undefined && idIn(other) !== undefined && idIn(other) === idIn(exchange);
        judge.claim(other === undefined || isSameRecord, () => ({
          expected: 'an external_ref that was not sent for another record',
          saw: printValue(shown),
          shown: other ? [other, exchange] : [exchange],
        }));
      };
    },
  };

  const idIn = ({ json }: ReadExchange): string | undefined =>
    json ? textAt(json, ...shownAt('id')) : undefined;

  const leaking: Mutant = (next, contract) => {
    let last: string | undefined;
    return changeAt(
      operation,
      referenceAt,
    )((_, sent) => {
      const own = at(sent, ...reference);
      if (typeof own === 'string') last = own;
      return own === undefined ? last : undefined;
    })(next, contract);
  };

  const alwaysTheFirst: Mutant = (next, contract) => {
    let first: string | undefined;
    return changeAt(
      operation,
      referenceAt,
    )((_, sent) => {
      first ??= String(at(sent, ...reference));
      return first;
    })(next, contract);
  };

  const currencyOf = (json: Json | undefined): string => String(at(json, ...currencySentAt));

  const takeAnyCurrency: Mutant = (next, contract) =>
    changeAt(
      operation,
      currencyAt,
    )((_, sent) => (isNoCurrency(currencyOf(sent)) ? currencyOf(sent) : undefined))(
      overlookInBody(operation, (json) =>
        isNoCurrency(currencyOf(json)) ? withAt(json, currencySentAt, 'USD') : undefined,
      )(next, contract),
      contract,
    );

  const optional: readonly Path[] = [
    ...['state', 'timestamps'].map((name) => ['meta', name]),
    ...['end_at', 'canceled_at', 'paused_at', 'resumed_at'].map((name) => ['meta', 'timestamps', name]),
    ...['external_ref', 'description'].map((name) => ['offering', 'attributes', name]),
  ].map((path) => shownAt('attributes', ...path));

  const emptied = (...path: string[]): Mutant =>
    changeResponse(operation, (json) => {
      const whole = shownAt('attributes', ...path);
      return isObject(at(json, ...whole.slice(0, -1))) ? withAt(json, whole, null) : undefined;
    });

  const idMadeOf = (...names: string[]): Mutant =>
    renumbered(operation, (json) =>
      uuidOf(names.map((name) => at(json, ...shownAt('attributes', name))).join()),
    );

  const hasCapitals = (json: Json | undefined, field: string): boolean =>
    /[A-F]/.test(String(at(json, ...sent(field))));

  return {
    accepted: {
      topic: ['operations'],
      title: 'a subscription request with all required fields is accepted',
      claims: [attempts],
      mutants: {
        'a request is rejected because the one before it was': rejectAfterRejection(operation),
        'every subscription crashes the server': crashOn(operation, (_, status) => status <= 299),
      },
    },
    'request-currency-own': {
      topic: ['optional values'],
      title: 'the currency of the target file is accepted',
      claims: [attempts],
      mutants: {
        'every currency is accepted except the declared one': {
          wireFor: (target) =>
            rejectWhere(operation, (json) => currencyOf(json) === knownGoodOf(target, operation)[0].currency),
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
          rejectWhere(operation, (json) => bytesOf(json) > longestText(contract))(next, contract),
      },
    },
    'request-payment-authority-accepted': {
      topic: ['optional values'],
      title: 'a complete payment_authority is accepted',
      claims: [attempts],
      mutants: {
        'payment_authority is always rejected': rejectWhere(operation, isPaid),
        'a complete payment authority crashes the server': crashOn(
          operation,
          (sent, status) => status <= 299 && isPaid(sent),
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
          rejectWhere(operation, (json) => String(at(json, ...gatewayPath)).endsWith(`_${letter}`)),
        ]),
      ),
    },
    'request-uuid-capitals': {
      topic: ['optional values'],
      title: 'ids in upper case are accepted',
      claims: [attempts],
      mutants: {
        'a plan in capitals is not known': rejectWhere(
          operation,
          (json) => hasCapitals(json, 'plan_id'),
          404,
        ),
        'every id in capital letters is rejected': rejectWhere(operation, (json) =>
          idFields.some((field) => hasCapitals(json, field)),
        ),
      },
    },
    'account-id-echo': returnsId(
      'account_id is returned as sent',
      'account_id',
      shownAt('attributes', 'account_id'),
      ['offering_id', 'plan_id'],
    ),
    'currency-echo': {
      title: 'currency is returned as sent',
      shows: 'content',
      claims: [echoed({ sentAt: currencySentAt, shownAt: currencyAt })],
      mutants: {
        'the currency shown is that of the store': {
          wireFor: (target) =>
            changeAt(
              operation,
              currencyAt,
            )(() => (knownGoodOf(target, operation)[0].currency === 'CHF' ? 'NOK' : 'CHF')),
        },
        'a paid subscription shows the currency of its gateway': changeAt(
          operation,
          currencyAt,
        )((_, sent) => (isPaid(sent) ? 'GBP' : undefined)),
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
      shownAt('attributes', 'offering', 'id'),
      ['plan_id', 'account_id'],
    ),
    'plan-id-echo': returnsId('plan_id is returned as sent', 'plan_id', shownAt('attributes', 'plan_id'), [
      'offering_id',
      'account_id',
    ]),
    'id-distinct-alike': {
      topic: ['fields', 'distinct'],
      title: `requests with a different external_ref or payment_authority get different ${printPath(shownAt('id'))}`,
      claims: [
        distinct({
          shownAt: shownAt('id'),
          by: 'a different external_ref or payment_authority',
          read: (id) => id.toLowerCase(),
          within: orderOf(fields),
          apart: detailsOf(fields),
        }),
      ],
      mutants: {
        'ids are made of what is subscribed to': idMadeOf('account_id', 'plan_id', 'currency'),
        'ids are drawn from a small pool': renumbered(operation, (_, __, count) => uuidOf(String(count % 3))),
      },
    },
    'id-distinct': {
      topic: ['fields', 'distinct'],
      title: `different subscriptions have different ${printPath(shownAt('id'))}`,
      shows: 'content',
      claims: [distinct({ shownAt: shownAt('id'), read: (id) => id.toLowerCase(), apart: orderOf(fields) })],
      mutants: {
        'every subscription has the same id': renumbered(operation, () => uuidOf('one')),
        'a subscription has the id of its account': renumbered(operation, (json) =>
          String(at(json, ...shownAt('attributes', 'account_id'))),
        ),
        'ids are made of account and plan': idMadeOf('account_id', 'plan_id'),
      },
    },
    'request-currency-form': {
      topic: ['rejections', 'forms'],
      title: 'a `currency` that is not three ASCII capital letters is rejected',
      claims: [attempts, malformedNeverAccepted((breach) => !isSpacedOnly(breach))],
      mutants: {
        'currency is accepted in any form': { amend: { constraint: 'subscription/currency/pattern' } },
        ...mutantsBy(readCurrency, {
          'a currency in lower case is accepted': (currency) => currency.toUpperCase(),
          'a currency is cut to three letters': (currency) => currency.slice(0, 3),
          'a digit is accepted in a currency': (currency) =>
            /^[A-Z][0-9][A-Z]$/.test(currency) ? 'USD' : currency,
          'the name of a currency is accepted': (currency) =>
            /^[A-Z][a-z]{3}/.test(currency) ? 'EUR' : currency,
          'capital letters of any script are accepted as currency': (currency) =>
            /^(?![A-Z]{3})\p{Lu}{3}$/u.test(currency) ? 'USD' : currency,
          'the code of a country is accepted as currency': (currency) =>
            /^[A-Z]{2}$/.test(currency) ? 'USD' : currency,
        }),
      },
    },
    'request-currency-spaces': {
      topic: ['rejections', 'forms'],
      title: 'a `currency` with white space around its letters is rejected',
      claims: [attempts, malformedNeverAccepted((breach) => isSpacedOnly(breach))],
      mutants: mutantsBy(readCurrency, {
        'a currency is trimmed before it is checked': (currency) => currency.trim(),
        'a line feed after the currency is ignored': (currency) => currency.replace(/\n$/, ''),
      }),
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
        neverAccepted(
          ({ path }, { json }) => path.length > payment.length && isEmptyObject(at(json, ...payment)),
        ),
      ],
      mutants: {
        'an empty payment_authority is accepted': overlookInBody(operation, (json) =>
          isEmptyObject(at(json, ...payment)) ? withoutAt(json, payment) : undefined,
        ),
      },
    },
    'optional-not-null': {
      topic: ['fields'],
      title: 'an optional field without a value is absent, not null',
      claims: [absentNotNull()],
      mutants: {
        'a subscription without a state shows it as null': emptied('meta', 'state'),
        'a timestamp of an event that has not happened is null': emptied('meta', 'timestamps', 'paused_at'),
        'the description of an offering is null': emptied('offering', 'attributes', 'description'),
        'every absent optional field of a subscription and its offering is null': changeResponse(
          operation,
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
  };
}

export default rules(operation, ['fields', 'echo'], (_, contract) => rowsFor(contract));
