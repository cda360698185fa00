import type { Contract } from '../../../src/contract/contract.ts';
import { at, isObject, type Json } from '../../../src/json/json.ts';
import { attemptsAt } from '../../core/attempt.ts';
import { rules } from '../../core/rule.ts';
import { changeStatus } from '../../core/reply-mutants.ts';
import { jsonOfCall, rejectAfterRejection, rejectWhere } from '../../core/request-mutants.ts';
import { profiles } from '../../profiles/profiles.ts';
import { gatewayPath } from '../controls.ts';

const bytesOf = (json: Json | undefined): number =>
  Buffer.byteLength(String(at(json, 'data', 'external_ref') ?? ''));

const longest = ({ constraints }: Contract): number =>
  Number(constraints.find(({ id }) => id === 'subscription/external_ref/maxLength')?.value);

const payment = ['data', 'payment_authority'];

export default rules(['optional values'], {
  accepted: {
    topic: ['operations'],
    title: 'a subscription request with all required fields is accepted',
    claims: [attemptsAt('subscription/accepted', profiles.subscription)],
    mutants: [
      {
        name: 'a request is rejected because the one before it was',
        wire: rejectAfterRejection('subscription'),
      },
      {
        name: 'every subscription crashes the server',
        wire: changeStatus('subscription', (status) => (status <= 299 ? 500 : status)),
      },
    ],
  },
  'request-currency-own': {
    title: 'the currency of the target file is accepted',
    claims: [attemptsAt('subscription/request-currency-own', profiles.subscription)],
    mutants: [
      {
        name: 'every currency is accepted except the declared one',
        wireFor: ({ subscriptions: [{ currency }] }) =>
          rejectWhere('subscription', (json) => at(json, 'data', 'currency') === currency),
      },
    ],
  },
  'request-external-ref-optional': {
    title: 'a request without external_ref is accepted',
    claims: [attemptsAt('subscription/request-external-ref-optional', profiles.subscription)],
    mutants: [
      { name: 'external_ref is required', wire: rejectWhere('subscription', lacksReference) },
      {
        name: 'a missing external reference crashes the server',
        wire: changeStatus('subscription', (status, call) =>
          status <= 299 && lacksReference(jsonOfCall(call)) ? 500 : status,
        ),
      },
    ],
  },
  'request-external-ref-two-bytes': {
    topic: ['rejections', 'lengths'],
    title: 'an `external_ref` as long as it may be, of two bytes a character, is accepted',
    claims: [attemptsAt('subscription/request-external-ref-two-bytes', profiles.subscription)],
    mutants: [
      {
        name: 'the length of external_ref is counted in bytes',
        wire: (next, contract) =>
          rejectWhere('subscription', (json) => bytesOf(json) > longest(contract))(next, contract),
      },
    ],
  },
  'request-payment-authority-accepted': {
    title: 'a complete payment_authority is accepted',
    claims: [attemptsAt('subscription/request-payment-authority-accepted', profiles.subscription)],
    mutants: [
      {
        name: 'payment_authority is always rejected',
        wire: rejectWhere('subscription', (json) => at(json, ...payment) !== undefined),
      },
      {
        name: 'a complete payment authority crashes the server',
        wire: changeStatus('subscription', (status, call) =>
          status <= 299 && at(jsonOfCall(call), ...payment) !== undefined ? 500 : status,
        ),
      },
    ],
  },
  'request-payment-authority-optional': {
    title: 'a request without payment_authority is accepted',
    claims: [attemptsAt('subscription/request-payment-authority-optional', profiles.subscription)],
    mutants: [
      { name: 'payment_authority is required', wire: rejectWhere('subscription', isUnpaid) },
      {
        name: 'a missing payment authority crashes the server',
        wire: changeStatus('subscription', (status, call) =>
          status <= 299 && isUnpaid(jsonOfCall(call)) ? 500 : status,
        ),
      },
    ],
  },
  'request-payment-type-each': {
    title: 'every allowed `payment_authority.type` is accepted',
    claims: [attemptsAt('subscription/request-payment-type-each', profiles.subscription)],
    mutants: ['a', 'b'].map((letter) => ({
      name: `a gateway whose name ends in ${letter} is rejected`,
      wire: rejectWhere('subscription', (json) => String(at(json, ...gatewayPath)).endsWith(`_${letter}`)),
    })),
  },
  'request-uuid-capitals': {
    title: 'ids in upper case are accepted',
    claims: [attemptsAt('subscription/request-uuid-capitals', profiles.subscription)],
    mutants: [
      {
        name: 'a plan in capitals is not known',
        wire: rejectWhere('subscription', (json) => /[A-F]/.test(String(at(json, 'data', 'plan_id'))), 404),
      },
      {
        name: 'every id in capital letters is rejected',
        wire: rejectWhere('subscription', (json) =>
          ['account_id', 'offering_id', 'plan_id'].some((name) =>
            /[A-F]/.test(String(at(json, 'data', name))),
          ),
        ),
      },
    ],
  },
});

function lacksReference(json: unknown): boolean {
  const data = at(json, 'data');
  return isObject(data) && data.external_ref === undefined;
}

function isUnpaid(json: unknown): boolean {
  const data = at(json, 'data');
  return isObject(data) && data.payment_authority === undefined;
}
