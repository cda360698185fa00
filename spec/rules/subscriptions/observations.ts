// What the specification leaves open about subscriptions.

import {
  agreed,
  at,
  type ChoiceContext,
  type ChoiceEvidence,
  isAccepted,
  isObject,
  type Json,
  jsonIn,
  leastCreated,
  listOf,
  named,
  nonce,
  observation,
  observations,
  operationIn,
  other,
  outcomeAs,
  printPath,
  printValue,
  recordIn,
  sameValue,
  schemaAt,
  shown,
  timestampForms,
  tried,
  tryEdit,
  tryNonDefault,
  tryTogether,
  validBody,
  wasAccepted,
  whetherAccepted,
  withAt,
  withOperators,
} from '../../../conformance/rules.ts';
import { currenciesIn, subscriptionFields } from './experiments.ts';

const statusPath = ['attributes', 'meta', 'status'];

const longAgo = '2001-02-03T04:05:06Z';

const unknown = {
  account_id: 'a55a4000-0000-4000-8000-0000000000a1',
  offering_id: 'a55a4000-0000-4000-8000-0000000000a2',
  plan_id: 'a55a4000-0000-4000-8000-0000000000a3',
};

/** One code point each: two bytes in one UTF-16 unit, and four bytes in two. */
const characters = { accented: 'é', astral: '😀' };

function shownOption(seen: ChoiceEvidence, id: string, value: unknown): string {
  const option = typeof value === 'string' ? named(seen, id, value) : undefined;
  return option === undefined || option === other(String(value)) ? other(printValue(value)) : option;
}

/** Below `attributes` of the record; null counts as absent. Fields of a state are left out. */
const optional = [
  ['offering', 'id'],
  ['external_ref'],
  ['relationships'],
  ['offering', 'attributes', 'external_ref'],
  ['offering', 'attributes', 'description'],
  ['offering', 'relationships'],
  ['meta', 'timestamps', 'end_date'],
];

const flags = ['canceled', 'paused', 'closed'];

const states = {
  'resume ': 'resumed',
  'pause paused': 'paused',
  'cancel canceled': 'cancelled',
  'cancel canceled closed': 'closed',
} as const;

const holders = [
  ['meta', 'timestamps'],
  ['offering', 'attributes'],
  ['offering', 'meta', 'timestamps'],
];

const observationsWith = ({ payment, reference, currency, sent }: ReturnType<typeof subscriptionFields>) => [
  observation(
    'unknown-ids',
    whetherAccepted(
      {
        edit: (control) =>
          Object.entries(unknown).reduce((body, [name, id]) => withAt(body, sent(name), id), control),
      },
      'accepted',
      'rejected',
    ),
  ),
  observation('other-currency', {
    gather: async (context) => {
      await tryNonDefault(context);
      const sent = at(validBody(context, 'subscription'), ...currency);
      const [, another = ''] = currenciesIn(context.contract).filter((one) => one !== sent);
      await tryEdit(context, { what: another, edit: (body) => withAt(body, currency, another) });
    },
    read: (seen) =>
      agreed(seen.trials().map(({ what, exchange }) => [what, outcomeAs(exchange, 'accepted', 'rejected')])),
  }),
  observation('length-unit', {
    gather: async (context) => {
      const most = at(
        schemaAt(operationIn(context.contract, 'subscription').request, reference),
        'maxLength',
      );
      if (typeof most !== 'number' || most <= 2 * nonce.length) return;
      const isTaken = async (what: keyof typeof characters): Promise<boolean> => {
        const text = nonce + characters[what].repeat(most - nonce.length);
        const edit = (body: Json): Json => withAt(body, reference, text);
        const { exchange } = (await tryEdit(context, { what, edit })) ?? {};
        return exchange !== undefined && wasAccepted(exchange);
      };
      // The widest characters first: if they fit, all do. A rule checks the bound itself.
      if (!(await isTaken('astral'))) await isTaken('accented');
    },
    read: (seen) => {
      const isTaken = (what: keyof typeof characters): boolean => isAccepted(tried(seen, what).exchange);
      if (isTaken('astral')) return 'code-points';
      return isTaken('accented') ? 'utf16' : other('in bytes, or such characters are rejected');
    },
  }),
  observation(
    'payment-null',
    whetherAccepted({ edit: (body) => withAt(body, payment, null) }, 'accepted', 'rejected'),
  ),
  observation(
    'payer-name-spaces',
    whetherAccepted(
      {
        fields: ['payment_authority'],
        edit: (body) => withAt(body, [...payment, 'name'], '  a'),
      },
      'counted',
      'overlooked',
    ),
  ),
  observation('request-meta', {
    gather: tryUnspecified,
    read: (seen) => {
      const { exchange, control } = tried(seen);
      const [defaultStatus, status] = [control, exchange].map(
        (one) => one && at(recordIn(operationIn(seen.contract, seen.operation), jsonIn(one)), ...statusPath),
      );
      if (isAccepted(exchange) && status !== defaultStatus) return other('the status in `meta` is used');
      return outcomeAs(exchange, 'ignored', 'rejected');
    },
  }),
  observation('subscription-filter', {
    gather: tryUnspecified,
    read: (seen) => outcomeAs(tried(seen).exchange, 'ignored', 'rejected'),
  }),
  observation('repeated-external-ref', sameValue('external_ref')),

  observation('subscription-success', (seen) =>
    named(seen, 'subscription-success', seen.created().response.status),
  ),
  observation('subscription-id', (seen) => (typeof shown(seen, 'id') === 'string' ? 'shown' : 'absent')),
  observation('subscription-owner', (seen) =>
    shownOption(seen, 'subscription-owner', shown(seen, 'attributes', 'meta', 'owner')),
  ),
  observation('subscription-status', (seen) =>
    shownOption(seen, 'subscription-status', shown(seen, 'attributes', 'meta', 'status')),
  ),
  observation('subscription-optional-fields', (seen) => {
    const present = optional.filter((path) => (shown(seen, 'attributes', ...path) ?? null) !== null);
    if (present.length === 0) return 'absent';
    return present.length === optional.length ? 'shown' : other(present.map(printPath).join(', '));
  }),
  observation('state', (seen) => {
    const state = shown(seen, 'attributes', 'meta', 'state');
    if (!isObject(state)) return 'none';
    const action = at(state, 'attributes', 'action');
    const raised = flags.filter((flag) => at(state, 'meta', flag) === true);
    const known = Object.entries(states).find(([one]) => one === `${action} ${raised.join(' ')}`);
    return (
      known?.[1] ?? other(`the action ${printValue(action)} and ${raised.join(' and ') || 'no flag is true'}`)
    );
  }),
  observation('timestamps', (seen) =>
    timestampForms(
      seen,
      holders.flatMap((holder) =>
        ['created_at', 'updated_at'].map((field) => ['attributes', ...holder, field]),
      ),
    ),
  ),
];

export default observations('subscription', (_, contract) => observationsWith(subscriptionFields(contract)));

/** Sends `meta` and a filter, which the specification does not describe, in one request. */
async function tryUnspecified(context: ChoiceContext): Promise<void> {
  const { record, sentIn } = operationIn(context.contract, 'subscription');
  const defaultStatus = at(await leastCreated(context), ...record, ...statusPath);
  const status = defaultStatus === 'inactive' ? 'active' : 'inactive';
  const meta = { owner: 'store', status, timestamps: { created_at: longAgo, updated_at: longAgo } };
  const filter = withOperators(listOf(context.contract), '{eq}(name,assay)') ?? 'assay';
  await tryTogether(context, 'unspecified', [
    { choice: 'request-meta', edit: (body) => withAt(body, [...sentIn, 'meta'], meta) },
    { choice: 'subscription-filter', target: (path) => `${path}?filter=${filter}` },
  ]);
}
