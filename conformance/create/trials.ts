import { memberOf } from '../../src/contract/clauses.ts';
import type { Constraint } from '../../src/contract/contract.ts';
import { type Exchange, type Header, isLost } from '../../src/http/exchange.ts';
import { at, type Json, withAt, withoutAt } from '../../src/json/json.ts';
import type { WritingOperation } from '../core/calls.ts';
import type { ExperimentContext } from '../core/context.ts';
import { printCall } from '../core/print.ts';
import { profiles } from '../core/profiles.ts';
import type { Remedy } from '../core/remedies.ts';
import { notAccepted } from '../core/server-message.ts';
import { limitNamed, transientFailure, wasAccepted } from '../core/status.ts';
import type { Explanation } from '../core/verdict.ts';
import { type Control, creationsOf, type Edit, outOfWrites, recheck, type Trial, tell } from './attempts.ts';
import { maskOf } from './claims.ts';
import { atBound, breakingOnly, foreign, misshapen, otherKinds, pathOf, textFor } from './flaws.ts';
import { isOptional, isWithinOptional } from './valid-body.ts';

/** How many records are created at the same moment. */
const together = 4;

/**
 * Creates records at the same moment, each with a text of its own: a server that keeps a request where others overwrite
 * it returns the text of another. Each edit has the nonce, which differs from request to request.
 */
export async function createAtOnce(
  context: ExperimentContext,
  operation: WritingOperation,
  control: Control,
  edit: Edit,
): Promise<void> {
  const { inTurn, send } = creationsOf(context, operation);
  const count = Math.min(together, context.writesLeft());
  await inTurn(() => Promise.all(Array.from({ length: count }, () => send(control, edit))));
}

/** The accepted requests that rejections differ from. */
export type TrialControls = {
  readonly least: Control;
  /** With the optional fields, where such a request is accepted and is not the least already. */
  readonly full?: Control;
  /** Why nothing can be tried with the optional fields: no request that has them is accepted. */
  readonly whyNotFull?: NonNullable<Trial['notApplicable']>;
};

/** A request that breaks one constraint, and nothing else as far as can be. */
type Flaw = { readonly what: string; readonly edit: (control: Json) => Json };

/** What breaks each constraint that the contract puts on the requests of an operation, one at a time. */
export function constraintTrials(
  context: ExperimentContext,
  operation: WritingOperation,
  trialControls: TrialControls,
): Trial[] {
  const own = context.contract.constraints.filter(
    (one) => one.operation === operation && one.side === 'request',
  );
  return own.flatMap((constraint) => {
    const turn = own.filter(({ keyword }) => keyword === constraint.keyword).indexOf(constraint);
    const flaws = flawsOf(context, constraint);
    return flaws.flatMap((flaw, index) => trialsOf(context, constraint, flaw, turn + index, trialControls));
  });
}

/**
 * By turns in the least request and in the fullest, since a server may read one of them only; what section 7 names
 * in both.
 */
function trialsOf(
  { contract }: ExperimentContext,
  constraint: Constraint,
  { what, edit }: Flaw,
  turn: number,
  { least, full, whyNotFull }: TrialControls,
): Trial[] {
  const trial = {
    clause: constraint.clause.id,
    expects: 'rejection' as const,
    what: `a request ${what}`,
    edit,
  };
  const path = pathOf(constraint);
  // Where even a good one is rejected, the rejection of a bad one shows nothing.
  if (whyNotFull && isOptional(constraint.operation, path))
    return [{ ...trial, control: least, notApplicable: whyNotFull }];
  if (isWithinOptional(constraint.operation, path)) return [{ ...trial, control: full ?? least }];
  if (!full) return [{ ...trial, control: least }];
  const isFree = maskOf(contract, constraint) === undefined;
  if (constraint.clause.level === 'must' && path.length === 2 && isFree)
    return [least, full].map((control) => ({ ...trial, control }));
  return [{ ...trial, control: turn % 2 === 0 ? least : full }];
}

/** Edits that break a constraint, each in its own way. */
function flawsOf(context: ExperimentContext, constraint: Constraint): Flaw[] {
  const { keyword, value } = constraint;
  const path = pathOf(constraint);
  const member = memberOf(constraint);
  const isFree = maskOf(context.contract, constraint) === undefined;
  const sized = (length: number): Flaw => ({
    what: `with ${member} of ${length} characters`,
    edit: (control) => withAt(control, path, textFor(context.contract, constraint, length)),
  });
  switch (keyword) {
    case 'required':
      return [{ what: `without ${member}`, edit: (control) => withoutAt(control, path) }, ...unwrapped(path)];
    case 'type':
      // A body that is no object at all has no `data` either, which is tried.
      return path.length === 0 ? [] : otherKinds(value).map((kind) => put(constraint, kind));
    case 'format':
      return misshapen(value, '(one)').map((shown, place) => ({
        what: `with ${member} ${JSON.stringify(shown)}`,
        edit: (control) => withAt(control, path, misshapen(value, String(at(control, ...path)))[place] ?? ''),
      }));
    case 'const':
    case 'enum':
      return foreign(Array.isArray(value) ? value : [value]).map((bad) => put(constraint, bad));
    case 'maxLength':
      return [sized(Number(value) + 1)];
    // What has a form as well is rejected for that, too: one length is enough there.
    case 'minLength':
      return [Number(value) - 1, 0].slice(0, isFree ? 2 : 1).map(sized);
    default:
      return isOfTeam(context, constraint)
        ? breakingOnly(context.contract, constraint).map((bad) => put(constraint, bad))
        : [];
  }
}

/** Whether a constraint is as a team has it: what ships with assay has trials of its own where they are not here. */
const isOfTeam = ({ contract: { amended } }: ExperimentContext, { id, clause }: Constraint): boolean =>
  clause.derived === true || amended.includes(id);

/** The fields of an object at the top of a body, without that object. */
const unwrapped = ([wrapper, ...below]: readonly string[]): Flaw[] =>
  wrapper === undefined || below.length > 0
    ? []
    : [
        {
          what: `with the fields of ${wrapper} beside none`,
          edit: (control) => (at(control, wrapper) ?? {}) as Json,
        },
      ];

const put = (constraint: Constraint, bad: Json): Flaw => ({
  what: `with ${memberOf(constraint)} ${JSON.stringify(bad)}`,
  edit: (control) => withAt(control, pathOf(constraint), bad),
});

/** Bodies that are none: an empty one, and one that does not begin with a whole JSON value (READINGS 3). */
export function bodyTrials(operation: WritingOperation, { least }: TrialControls): Trial[] {
  const common = { expects: 'rejection' as const, control: least };
  return [
    {
      ...common,
      clause: `${operation}/request-body-required`,
      what: 'a request with an empty body',
      text: () => '',
    },
    {
      ...common,
      clause: `${operation}/request-body-json`,
      what: 'a request whose body breaks off before its last brace',
      text: (control) => control.slice(0, -1),
    },
  ];
}

/** Null in place of each required field. */
export function nullTrials(
  { contract }: ExperimentContext,
  operation: WritingOperation,
  { least, full, whyNotFull }: TrialControls,
): Trial[] {
  const required = contract.constraints.filter(
    (one) => one.operation === operation && one.side === 'request' && one.keyword === 'required',
  );
  const isWithin = (one: Constraint): boolean => isWithinOptional(operation, pathOf(one));
  return required.map((one) => ({
    clause: `${operation}/request-null-required`,
    what: `a request with ${memberOf(one)} null`,
    expects: 'rejection',
    control: isWithin(one) ? (full ?? least) : least,
    edit: (control: Json) => withAt(control, pathOf(one), null),
    ...(isWithin(one) && whyNotFull ? { notApplicable: whyNotFull } : {}),
  }));
}

/** Requests of an operation with a field that is exactly as long as it may be, or has to be. */
export function boundTrials(
  context: ExperimentContext,
  operation: WritingOperation,
  control: Control,
  isWanted: (constraint: Constraint) => boolean,
  notApplicable?: Trial['notApplicable'],
): Trial[] {
  return context.contract.constraints
    .filter((one) => one.operation === operation && one.side === 'request')
    .filter(({ keyword }) => keyword === 'minLength' || keyword === 'maxLength')
    .filter((one) => isWanted(one) && maskOf(context.contract, one) === undefined)
    .map((one) => ({
      clause: one.clause.id,
      what: `a request with ${memberOf(one)} of ${one.value} characters`,
      expects: 'acceptance',
      control,
      edit: (body) => withAt(body, pathOf(one), textFor(context.contract, one, Number(one.value))),
      ...(notApplicable ? { notApplicable } : {}),
    }));
}

/** Requests with a value just within each constraint that nobody wrote a rule for: one at a time, as its clause says. */
export const derivedBoundTrials = (
  { contract }: ExperimentContext,
  operation: WritingOperation,
  control: Control,
): Trial[] =>
  contract.constraints
    .filter((one) => one.operation === operation && one.side === 'request' && one.clause.derived)
    .flatMap((one) =>
      atBound(contract, one).map(
        (value): Trial => ({
          clause: one.clause.id,
          what: `a request with ${memberOf(one)} ${typeof value === 'string' && value.length > 60 ? `of ${value.length} characters` : JSON.stringify(value)}`,
          expects: 'acceptance',
          control,
          edit: (body) => withAt(body, pathOf(one), value),
        }),
      ),
    );

/** A control that was sent, and the response that it got. */
export type Opening = {
  readonly control: Control;
  readonly exchange: Exchange;
  readonly isAccepted: boolean;
};

/** The first of some controls that is accepted; else the response that the last of them got. */
export async function firstAccepted(
  context: ExperimentContext,
  operation: WritingOperation,
  controls: readonly Control[],
): Promise<Opening | undefined> {
  let opening: Opening | undefined;
  for (const control of controls) {
    const exchange = await creationsOf(context, operation).inTurn(() =>
      creationsOf(context, operation).control(control),
    );
    if (exchange) opening = { control, exchange, isAccepted: wasAccepted(exchange) };
    if (isOpen(opening)) break;
  }
  return opening;
}

/** Whether an opening was accepted. */
export const isOpen = (opening: Opening | undefined): opening is Opening & { readonly isAccepted: true } =>
  opening?.isAccepted === true;

/** A rule on acceptances, and what it wants accepted. */
type Acceptance = Pick<Trial, 'clause' | 'what'>;

/** Hands over the response to a request that a rule wants accepted. */
export const tellOpening = (
  context: ExperimentContext,
  operation: WritingOperation,
  acceptance: Acceptance,
  exchange: Exchange,
  isKnownGood: boolean,
): void => tell(context, operation, { ...acceptance, expects: 'acceptance' }, { exchange, isKnownGood });

/** Hands over that a rule had no data. */
export const reportNotApplicable = (
  context: ExperimentContext,
  operation: WritingOperation,
  acceptance: Acceptance,
  why: Explanation,
  remedy: Remedy,
): void =>
  tell(context, operation, { ...acceptance, expects: 'acceptance' }, { notApplicable: { why, remedy } });

/**
 * Hands over the response that a request got that differs in one edit from another, which was accepted before it. Where it
 * is rejected, the other is sent once more.
 */
export async function tellNext(
  context: ExperimentContext,
  operation: WritingOperation,
  acceptance: Acceptance,
  { control, exchange: first }: Opening,
  before: Opening,
): Promise<void> {
  const { inTurn, send: sendAs } = creationsOf(context, operation);
  const send = (one: Control) => () => inTurn(() => sendAs(one, { isDue: true }));
  const seen = await recheck(context, first, send(control), send(before.control));
  tell(context, operation, { ...acceptance, expects: 'acceptance' }, { before: before.exchange, ...seen });
}

/**
 * Why nothing can be tried that differs from a request, if it was not accepted. If the target file declares that it is, or
 * if it was lost or too large, that lies in this run; else a line of the target file would help, by default that of the
 * status.
 */
export function whyNot(
  context: ExperimentContext,
  operation: WritingOperation,
  what: string,
  opening: Opening | undefined,
  {
    remedy,
    isDeclared = false,
  }: { readonly remedy?: Remedy | undefined; readonly isDeclared?: boolean } = {},
): NonNullable<Trial['notApplicable']> | undefined {
  if (isOpen(opening)) return undefined;
  if (!opening) return { ...outOfWrites(context, operation), why: `${what} could not be sent` };
  const { exchange } = opening;
  const limit = limitNamed(exchange.reply);
  const isOfRun = isDeclared || limit !== undefined || transientFailure(exchange.reply) !== undefined;
  const stopped = isOfRun ? { stoppedAt: printCall(exchange.call) } : {};
  if (limit) return { why: `${what} ${limit}`, ...stopped };
  const line =
    remedy ??
    (isLost(exchange.reply)
      ? undefined
      : profiles[operation].remedyFor(exchange.reply.status, context.target));
  return {
    why: notAccepted(what, exchange),
    ...(line === undefined ? {} : { remedy: line }),
    ...stopped,
  };
}

/** The same request, its type named with a parameter (READINGS 27). */
export const withCharset = (operation: WritingOperation, control: Control): Trial => ({
  clause: `${operation}/request-charset`,
  what: 'a request of the type application/json; charset=utf-8',
  expects: 'acceptance',
  control,
  headers: (sent) => [
    ...sent.filter(([name]) => name.toLowerCase() !== 'content-type'),
    ['content-type', 'application/json; charset=utf-8'] satisfies Header,
  ],
});
