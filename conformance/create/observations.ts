// What the specification leaves open about all requests that create.

import type { ChoiceId } from '../../src/contract/choices.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { isOfKind } from '../../src/contract/operations.ts';
import { type Call, type Exchange, isLost } from '../../src/http/exchange.ts';
import { at, type Json, type JsonObject, withAt, withoutAt } from '../../src/json/json.ts';
import type { WritingOperation } from '../core/calls.ts';
import type { Answered, Attempt } from '../core/evidence.ts';
import {
  bodyForm,
  bodyOf,
  type ChoiceContext,
  type ChoiceEvidence,
  type ChoiceTrial,
  choiceRuleId,
  named,
  type Observed,
  type Other,
  observation,
  observations,
  other,
  outcomeAs,
  sentAt,
} from '../core/observation.ts';
import { attemptReads } from '../core/read-attempts.ts';
import { isAccepted, isRejected, wasAccepted } from '../core/status.ts';
import {
  attempt,
  attemptTogether,
  creationsOf,
  type Edit,
  leastWith,
  type Trial,
  withHeader,
} from './attempts.ts';
import { creationProfile, validBody } from './valid-body.ts';

type Try = Edit & {
  readonly what?: string;
  readonly choice?: ChoiceId;
  readonly members?: readonly string[];
};

export async function tryEdit(context: ChoiceContext, edit: Try): Promise<Attempt | undefined> {
  const told: Attempt[] = [];
  const report = (one: Attempt): void => {
    told.push(one);
    context.report(one);
  };
  const trial = trialOf(context, edit);
  await attempt({ ...context, report }, writing(context), [trial]);
  return told.find(({ clause }) => clause === trial.clause);
}

/** Sends edits of several choices in one request, once in a run; each by itself if that is rejected. */
export const tryTogether = (context: ChoiceContext, key: string, edits: readonly Try[]): Promise<unknown> =>
  context.shared(`${key} ${context.operation}`, () => {
    const members = edits[0]?.members ?? [];
    const control = leastWith(context, writing(context), members);
    return attemptTogether(
      context,
      writing(context),
      edits.map((edit) => ({ ...trialOf(context, edit), control })),
    );
  });

function trialOf(
  context: ChoiceContext,
  { what = '', choice = context.choice, members, ...edit }: Try,
): Trial {
  const control = leastWith(context, writing(context), members);
  return { clause: choiceRuleId(choice), what, expects: 'either', control, ...edit };
}

export async function leastCreated(context: ChoiceContext): Promise<JsonObject | undefined> {
  const { inTurn, control } = creationsOf(context, writing(context));
  const exchange = await inTurn(() => control(leastWith(context, writing(context))));
  return exchange && bodyOf(exchange);
}

function writing({ operation }: ChoiceContext): WritingOperation {
  if (isOfKind(operation, 'create')) return operation;
  throw new Error(`${operation} creates nothing`);
}

export const tryReads = (
  context: ChoiceContext,
  control: Call,
  calls: Readonly<Record<string, Call>>,
): Promise<readonly Exchange[]> =>
  attemptReads(
    context,
    control,
    Object.entries(calls).map(([what, call]) => ({
      clause: choiceRuleId(context.choice),
      what,
      expects: 'either',
      call,
    })),
  );

export function tried(seen: ChoiceEvidence, what?: string): ChoiceTrial {
  const [first, ...others] = seen.trials();
  const found = what === undefined ? first : [first, ...others].find((one) => one.what === what);
  return seen.orUntested(found, 'it was not tried');
}

export const whetherAccepted = <const Accepted extends string, const Rejected extends string>(
  edit: Try,
  accepted: Accepted,
  rejected: Rejected,
) => ({
  gather: (context: ChoiceContext) => tryEdit(context, edit),
  read: (seen: ChoiceEvidence): Accepted | Rejected | Other =>
    outcomeAs(tried(seen).answer, accepted, rejected),
});

/** Sends optional values that a server may reject; all in one request if that is accepted. */
export function tryNonDefault(context: ChoiceContext): Promise<unknown> {
  const { operation } = context;
  const { freeText, nonDefaultFields } = creationProfile(operation);
  const control = isOfKind(operation, 'create') ? validBody(context, operation) : {};
  const put = (choice: ChoiceId, member: string, value: Json, what = ''): Try => ({
    choice,
    what,
    edit: (body) => withAt(body, ['data', member], value),
  });
  const own = Object.entries(nonDefaultFields(control)) as [ChoiceId, readonly [string, Json]][];
  return tryTogether(context, 'liberties', [
    put('unknown-members', 'assay_unknown', 'assay'),
    {
      choice: 'surrounding-spaces',
      edit: (body) => withAt(body, ['data', freeText], `  ${at(body, 'data', freeText)} `),
    },
    ...own.map(([choice, [member, value]]) => put(choice, member, value, String(value))),
  ]);
}

export const withNonDefault = <const Accepted extends string, const Rejected extends string>(
  accepted: Accepted,
  rejected: Rejected,
) => ({
  gather: tryNonDefault,
  read: (seen: ChoiceEvidence): Accepted | Rejected | Other =>
    outcomeAs(tried(seen).answer, accepted, rejected),
});

const surroundingSpaces = {
  gather: tryNonDefault,
  read: (seen: ChoiceEvidence): Observed<'surrounding-spaces'> => {
    const { answer } = tried(seen);
    const { freeText, freeTextShownAt } = creationProfile(seen.operation);
    if (!isAccepted(answer)) return outcomeAs(answer, 'kept', 'rejected');
    const sent = sentAt(answer, ['data', freeText]);
    const back = at(bodyOf(answer), ...freeTextShownAt);
    if (back === sent) return 'kept';
    if (back === sent.trim()) return 'removed';
    seen.orUntested(typeof back === 'string', 'it is accepted, but the response does not contain it');
    return other('accepted, and something else is shown');
  },
};

const choice = 'identical-requests';

const repeat = (context: ChoiceContext): Promise<Attempt | undefined> =>
  context.shared(`repeated ${context.operation}`, () => tryEdit(context, { choice, isRepetition: true }));

/** The outcome of a repeated request; undefined if no id shows it. */
function outcomeOfRepeat(again: Answered, first?: Exchange): Observed<typeof choice> | undefined {
  if (!isAccepted(again)) return outcomeAs(again, 'created', 'rejected');
  const [one, other] = [first, again].map((exchange) => exchange && at(bodyOf(exchange), 'data', 'id'));
  if (typeof one !== 'string' || typeof other !== 'string') return undefined;
  return one.toLowerCase() === other.toLowerCase() ? 'shown-again' : 'created';
}

const identicalRequest = {
  gather: repeat,
  read: (seen: ChoiceEvidence): Observed<typeof choice> => {
    const [{ answer, control }] = seen.trials();
    return seen.orUntested(
      outcomeOfRepeat(answer, control),
      'it is accepted, and no id tells whether it is another',
    );
  },
};

export const sameValue = (path: readonly string[]) => ({
  gather: async (context: ChoiceContext) => {
    const { exchange, before } = (await repeat(context)) ?? {};
    if (!exchange || isLost(exchange.reply)) return;
    const { call, reply } = exchange;
    // If an exact repetition creates another record, so does one value.
    if (outcomeOfRepeat({ call, reply }, before) === 'created') return;
    const value = sentAt(exchange, path);
    const { optionalMembers } = creationProfile(context.operation);
    await tryEdit(context, { edit: (body) => withAt(body, path, value), members: optionalMembers });
  },
  read: (seen: ChoiceEvidence): Observed<'duplicate-name'> => {
    const [{ answer, control }] = seen.trials(choice);
    if (outcomeOfRepeat(answer, control) === 'created') return 'created';
    return outcomeAs(seen.trials()[0].answer, 'created', 'rejected');
  },
});

export default observations('create', (operation, contract) => [
  observation('content-type-required', {
    gather: async (context) => {
      const untyped = await tryEdit(context, { what: 'no type', headers: withHeader('content-type') });
      if (untyped?.exchange && wasAccepted(untyped.exchange))
        await tryEdit(context, {
          what: 'another type',
          headers: withHeader('content-type', 'text/plain'),
        });
    },
    read: (seen) => {
      const untyped = tried(seen, 'no type').answer;
      if (!isAccepted(untyped)) return outcomeAs(untyped, 'never', 'always');
      return outcomeAs(tried(seen, 'another type').answer, 'never', 'if-named');
    },
  }),
  observation(
    'trailing-text',
    whetherAccepted({ text: (written) => `${written} and more` }, 'ignored', 'rejected'),
  ),
  observation('unknown-members', withNonDefault('ignored', 'rejected')),
  observation('surrounding-spaces', surroundingSpaces),
  observation('identical-requests', identicalRequest),
  observation(
    'refusal-status',
    rejectedWithout(lastRequired(operation, contract), ({ reply }) => named('refusal-status', reply.status)),
  ),
  observation(
    'error-body',
    rejectedWithout(lastRequired(operation, contract), ({ reply }) => bodyForm(reply)),
  ),
]);

function lastRequired(operation: OperationId, { operations }: Contract): string {
  const required = at(operations[operation].request, 'properties', 'data', 'required');
  return String(Array.isArray(required) ? required.at(-1) : undefined);
}

/** Observes the response to a request without a required field, sent once in a run. */
function rejectedWithout<T>(member: string, read: (rejection: Answered) => T) {
  const choice = 'refusal-status';
  return {
    gather: (context: ChoiceContext) =>
      context.shared(`rejected ${context.operation}`, () =>
        tryEdit(context, { choice, edit: (control) => withoutAt(control, ['data', member]) }),
      ),
    read: (seen: ChoiceEvidence): T => {
      const [{ answer }] = seen.trials(choice);
      const why = `a request without ${member} returned ${answer.reply.status}`;
      return read(seen.assume(isRejected(answer) && answer, why));
    },
  };
}
