// What the specification leaves open about all requests that create.

import type { Contract } from '../../src/contract/contract.ts';
import { freeTextOf, timestampsOf } from '../../src/contract/kind-choices.ts';
import { isOfKind, operationIn } from '../../src/contract/operations.ts';
import { keyOfId, requiredFields } from '../../src/contract/record.ts';
import { at, type Json, type Path, withAt, withoutAt } from '../../src/json/json.ts';
import { schemaAt } from '../../src/json/schema-at.ts';
import { createdIn, jsonIn } from '../core/created.ts';
import type { Attempt } from '../core/evidence.ts';
import { type CompletedExchange, isCompleted, type RunExchange } from '../core/exchange.ts';
import {
  type ChoiceContext,
  type ChoiceEvidence,
  choiceRuleId,
  namedOption,
  type Observed,
  type Other,
  observation,
  observations,
  other,
  outcomeAs,
  tried,
} from '../core/observation.ts';
import { bodyForm } from '../core/server-message.ts';
import { isAccepted, isRejected, wasAccepted } from '../core/status.ts';
import { attempt, attemptTogether, type Trial } from './attempts.ts';
import { creationProfile, schemaPlace } from './creation-profile.ts';
import { creationsOf } from './creations.ts';
import { type Edit, leastWith, sendingHeader } from './edits.ts';
import { sentAt, timestampForms } from './shown-values.ts';
import { validBody } from './valid-body.ts';

type Try = Edit & {
  readonly what?: string;
  readonly choice?: string;
  readonly fields?: readonly string[];
};

/** Sends one edited request between controls, and returns the attempt. */
export async function tryEdit(context: ChoiceContext, edit: Try): Promise<Attempt | undefined> {
  const reported: Attempt[] = [];
  const report = (one: Attempt): void => {
    reported.push(one);
    context.report(one);
  };
  const trial = trialOfTry(context, edit);
  await attempt({ ...context, report }, context.operation, [trial]);
  return reported.find(({ clause }) => clause === trial.clause);
}

/** Sends edits of several choices in one request, once in a run; each by itself if that is rejected. */
export const tryTogether = (context: ChoiceContext, key: string, edits: readonly Try[]): Promise<unknown> =>
  context.shared(`${key} ${context.operation}`, () => {
    const fields = edits[0]?.fields ?? [];
    const control = leastWith(context, context.operation, fields);
    return attemptTogether(
      context,
      context.operation,
      edits.map((edit) => ({ ...trialOfTry(context, edit), control })),
    );
  });

function trialOfTry(
  context: ChoiceContext,
  { what = '', choice = context.choice, fields, ...edit }: Try,
): Trial {
  const control = leastWith(context, context.operation, fields);
  return { clause: choiceRuleId(choice), what, expects: 'either', control, ...edit };
}

/** Creates a record with the required fields only, and returns the body of the response. */
export async function leastCreated(context: ChoiceContext): Promise<Json | undefined> {
  const { inTurn, control } = creationsOf(context, context.operation);
  const exchange = await inTurn(() => control(leastWith(context, context.operation)));
  return exchange && jsonIn(exchange);
}

/** An observation of whether an edited request is accepted. */
export const whetherAccepted = <const Accepted extends string, const Rejected extends string>(
  edit: Try,
  accepted: Accepted,
  rejected: Rejected,
) => ({
  gather: (context: ChoiceContext) => tryEdit(context, edit),
  read: (seen: ChoiceEvidence): Accepted | Rejected | Other =>
    outcomeAs(tried(seen).exchange, accepted, rejected),
});

/** Where a request has its text that may be any. */
function placeOfText({ contract, operation }: Pick<ChoiceEvidence, 'contract' | 'operation'>): Path {
  const own = operationIn(contract, operation);
  return [...own.sentIn, freeTextOf(own) ?? ''];
}

/** Sends optional values that a server may reject; all in one request if that is accepted. */
export function tryNonDefault(context: ChoiceContext): Promise<unknown> {
  const { contract, operation } = context;
  const { nonDefaultFields } = creationProfile(contract, operation);
  const { sentIn } = operationIn(contract, operation);
  const textAt = placeOfText(context);
  const control = isOfKind(contract, operation, 'create') ? validBody(context, operation) : {};
  const put = (choice: string, field: string, value: Json, what = ''): Try => ({
    choice,
    what,
    edit: (body) => withAt(body, [...sentIn, field], value),
  });
  const own = Object.entries(nonDefaultFields(at(control, ...sentIn)));
  return tryTogether(context, 'liberties', [
    put('unknown-fields', 'assay_unknown', 'assay'),
    {
      choice: 'surrounding-spaces',
      edit: (body) => withAt(body, textAt, `  ${at(body, ...textAt) ?? 'text'} `),
    },
    ...own.map(([choice, [field, value]]) => put(choice, field, value, String(value))),
  ]);
}

/** An observation of whether fields that are not of the contract are accepted. */
export const withNonDefault = <const Accepted extends string, const Rejected extends string>(
  accepted: Accepted,
  rejected: Rejected,
) => ({ ...whetherAccepted({}, accepted, rejected), gather: tryNonDefault });

const surroundingSpaces = {
  gather: tryNonDefault,
  read: (seen: ChoiceEvidence): Observed<'surrounding-spaces'> => {
    const { exchange } = tried(seen);
    const operation = operationIn(seen.contract, seen.operation);
    if (!isAccepted(exchange)) return outcomeAs(exchange, 'kept', 'rejected');
    const textAt = placeOfText(seen);
    const sent = sentAt(exchange, textAt);
    const shownAt = schemaPlace(schemaAt(operation.response, operation.record), String(textAt.at(-1)));
    const back = at(jsonIn(exchange), ...operation.record, ...shownAt);
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
function outcomeOfRepeat(
  contract: Contract,
  again: CompletedExchange,
  first?: RunExchange,
): Observed<typeof choice> | undefined {
  if (!isAccepted(again)) return outcomeAs(again, 'created', 'rejected');
  const [one, other] = [first, again].map((exchange) => exchange && createdIn(contract, exchange)?.id);
  if (one === undefined || other === undefined) return undefined;
  return keyOfId(one) === keyOfId(other) ? 'shown-again' : 'created';
}

const identicalRequest = {
  gather: repeat,
  read: (seen: ChoiceEvidence): Observed<typeof choice> => {
    const [{ exchange, control }] = seen.trials();
    return seen.orUntested(
      outcomeOfRepeat(seen.contract, exchange, control),
      'it is accepted, and no id tells whether it is another',
    );
  },
};

/** An observation of what a second creation with the same value of a field returns. */
export const sameValue = (field: string) => ({
  gather: async (context: ChoiceContext) => {
    const path = [...operationIn(context.contract, context.operation).sentIn, field];
    const { exchange, before } = (await repeat(context)) ?? {};
    if (!exchange || !isCompleted(exchange)) return;
    // If an exact repetition creates another record, so does one value.
    if (outcomeOfRepeat(context.contract, exchange, before) === 'created') return;
    const value = sentAt(exchange, path);
    const { optionalFields } = creationProfile(context.contract, context.operation);
    await tryEdit(context, { edit: (body) => withAt(body, path, value), fields: optionalFields });
  },
  read: (seen: ChoiceEvidence): Observed<string> => {
    const [{ exchange, control }] = seen.trials(choice);
    if (outcomeOfRepeat(seen.contract, exchange, control) === 'created') return 'created';
    return outcomeAs(seen.trials()[0].exchange, 'created', 'rejected');
  },
});

export default observations('create', [
  observation('content-type-required', {
    gather: async (context) => {
      const untyped = await tryEdit(context, { what: 'no type', headers: sendingHeader('content-type') });
      if (untyped?.exchange && wasAccepted(untyped.exchange))
        await tryEdit(context, {
          what: 'another type',
          headers: sendingHeader('content-type', 'text/plain'),
        });
    },
    read: (seen) => {
      const untyped = tried(seen, 'no type').exchange;
      if (!isAccepted(untyped)) return outcomeAs(untyped, 'never', 'always');
      return outcomeAs(tried(seen, 'another type').exchange, 'never', 'if-named');
    },
  }),
  observation('timestamps', (seen) =>
    timestampForms(seen, timestampsOf(operationIn(seen.contract, seen.operation))),
  ),
  observation(
    'trailing-text',
    whetherAccepted({ text: (written) => `${written} and more` }, 'ignored', 'rejected'),
  ),
  observation('unknown-fields', withNonDefault('ignored', 'rejected')),
  observation('surrounding-spaces', surroundingSpaces),
  observation('identical-requests', identicalRequest),
  observation('empty-text', {
    ...whetherAccepted({}, 'accepted', 'rejected'),
    gather: (context) => tryEdit(context, { edit: (body) => withAt(body, placeOfText(context), '') }),
  }),
  observation(
    'rejection-status',
    rejectedRequest(({ response }, seen) => namedOption(seen, 'rejection-status', response.status)),
  ),
  observation(
    'error-body',
    rejectedRequest(({ response }) => bodyForm(response)),
  ),
]);

function lastRequired({ contract, operation }: Pick<ChoiceEvidence, 'contract' | 'operation'>): string {
  return String(requiredFields(operationIn(contract, operation)).at(-1));
}

/** Observes the response to a request without its last required field, sent once in a run. */
function rejectedRequest<T>(read: (rejection: CompletedExchange, seen: ChoiceEvidence) => T) {
  const choice = 'rejection-status';
  return {
    gather: (context: ChoiceContext) =>
      context.shared(`rejected ${context.operation}`, () =>
        tryEdit(context, {
          choice,
          edit: (control) =>
            withoutAt(control, [
              ...operationIn(context.contract, context.operation).sentIn,
              lastRequired(context),
            ]),
        }),
      ),
    read: (seen: ChoiceEvidence): T => {
      const [{ exchange }] = seen.trials(choice);
      const why = `a request without ${lastRequired(seen)} returned ${exchange.response.status}`;
      return read(seen.assume(isRejected(exchange) && exchange, why), seen);
    },
  };
}
