import { isDeepStrictEqual } from 'node:util';
import { fieldOf } from '../../src/contract/clauses.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import {
  filledPath,
  isChanging,
  type Operation,
  type OperationId,
  operationIn,
} from '../../src/contract/operations.ts';
import { creatorAbove, creatorOf, deleterOf } from '../../src/contract/related-operations.ts';
import { schemaWithin } from '../../src/contract/schema-values.ts';
import { type Header, type HttpRequest, isLost, pathIn } from '../../src/http/exchange.ts';
import { at, type Json } from '../../src/json/json.ts';
import { percentEncoded } from '../../src/percent.ts';
import { printRequest } from '../../src/print.ts';
import type { Context, ContractAndTarget, ExperimentContext } from '../core/context.ts';
import { type CreatedRecord, createdIn } from '../core/created.ts';
import type { Attempt, Breach } from '../core/evidence.ts';
import type { RunExchange } from '../core/exchange.ts';
import { choiceRuleId } from '../core/observation.ts';
import { remedyFor } from '../core/remedies.ts';
import { numberOf, requestAt, textRequest, withNonce } from '../core/requests.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import type { KnownGood } from '../core/target.ts';
import { mayPass } from '../core/transient.ts';
import { shapeReaderOf } from '../engine/schema-breaches.ts';
import { creationProfile } from './creation-profile.ts';
import { withOtherTexts } from './other-texts.ts';
import { knownGoodFor, validBody } from './valid-body.ts';

/** Makes the body of a valid request from a set of known-good values. */
export type Control = (knownGood: KnownGood) => Json;

/** The least valid request of an operation, with some optional fields. */
export const leastWith =
  (materials: ContractAndTarget, operation: OperationId, fields: readonly string[] = []): Control =>
  (knownGood) =>
    validBody(materials, operation, fields, knownGood);

/** How a request differs from its control: in the body, its text, the headers or the address. */
export type Edit = {
  readonly isDue?: boolean;
  readonly edit?: (control: Json) => Json;
  /** Edits the text, if it is not JSON; it gets the text of the edited control, with its nonce. */
  readonly text?: (control: string) => string;
  readonly headers?: (headers: readonly Header[]) => readonly Header[];
  readonly target?: (target: string) => string;
  readonly isRepetition?: boolean;
};

/** The headers of a request with another value of one; without a value, without it. */
export const sendingHeader =
  (name: string, value?: string) =>
  (sent: readonly Header[]): Header[] => [
    ...sent.filter(([other]) => other.toLowerCase() !== name),
    ...(value === undefined ? [] : [[name, value] as const]),
  ];

/** One edit that makes several, in their order. */
export const joined = (edits: readonly Edit[]): Edit => ({
  edit: (control) => edits.reduce((json, { edit }) => edit?.(json) ?? json, control),
  headers: (sent) => edits.reduce((all, { headers }) => headers?.(all) ?? all, sent),
  target: (usual) => edits.reduce((all, { target }) => target?.(all) ?? all, usual),
});

/** Sends the requests of one operation, for all experiments of a run. */
type Creations = {
  /** Waits for the batch before: a control says something only of its own batch. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** The last response to a control, which is sent if it was not yet; undefined if it may not be sent. */
  readonly control: (control: Control) => Promise<RunExchange | undefined>;
  readonly repeat: (control: Control) => Promise<RunExchange>;
  readonly send: (control: Control, edit: Edit) => Promise<RunExchange>;
  /** Keeps what a request created: other requests need it. */
  readonly keep: (exchange: RunExchange | undefined) => void;
  /** Deletes what was created. */
  readonly clear: () => Promise<void>;
  /** The same, if a valid request was rejected: it may have been in the way. */
  readonly makeRoom: () => Promise<void>;
  /** The last rejection of a valid request that other texts did not avert. */
  readonly lastRejected: () => RunExchange | undefined;
};

/** What sends the creations of an operation, in turn and shared by all experiments of a run. */
export const creationsOf = (context: Context, operation: OperationId): Creations =>
  context.shared(`creations ${operation}`, () => createCreations(context, operation));

/**
 * If several sets of values are declared, each is used once before any is used again: a server that accepts each only
 * once then has a good one after each accepted request.
 */
function createCreations(context: Context, operation: OperationId): Creations {
  const turn = context.shared('turn of those who create', () => ({
    last: Promise.resolve() as Promise<unknown>,
  }));
  const sets = knownGoodFor(context, operation);
  const known = new Map<string, RunExchange>();
  let set = 0;
  let sent = 0;
  let isAnyAccepted = false;
  let isVaried = false;
  let vain = 0;
  const firstNumber = numberOf(context.nonce, operation);
  const forbidden = new Set<string>();
  const kept = new Set<RunExchange>();
  let made: RunExchange[] = [];
  let rejected: RunExchange | undefined;

  const sendOnce = async (
    control: Control,
    { isDue = false, edit = asItIs, text = asItIs, headers = asItIs, target = asItIs }: Edit,
    isOther: boolean,
  ): Promise<RunExchange> => {
    sent += 1;
    // Others may be sent while this one waits.
    const [own, used] = [sent, set];
    const referred = await (isOther ? newlyReferred : referredIn)(context, operation);
    const good = control({ ...referred, ...sets[used % sets.length] });
    const body = edit(isOther ? varied(good, own) : good);
    const written = text(withNonce(body, context.nonce, `${operation} ${own}`));
    const request = textRequest(context, operation, written, await pathToSend(context, operation));
    const exchange = await context.exchange({
      ...request,
      target: target(request.target),
      headers: headers(request.headers),
      // Before anything was accepted, a rejection may be permanent.
      ...(isDue && (isAnyAccepted || forbidden.size > 0) ? { isDue } : {}),
    });
    // Of several concurrent requests only one moves on.
    if (wasAccepted(exchange) && set === used) set += 1;
    if (createdIn(context.contract, exchange)) made.push(exchange);
    return exchange;
  };
  const varied = (body: Json, count: number): Json =>
    withOtherTexts(operationIn(context.contract, operation), body, Object.keys(sets[0]), firstNumber + count);
  /** After a rejection that may be a conflict with another record, texts of a form and ids of others are new in each request. */
  const send = async (control: Control, edit: Edit): Promise<RunExchange> => {
    const last = edit.isRepetition && known.get(keyOfControl(control));
    if (last) return context.exchange(last.request);
    const exchange = await sendOnce(control, edit, isVaried);
    const isValid = edit.edit === undefined && edit.text === undefined;
    if (!mayConflict(exchange, isValid)) return exchange;
    const body = control(sets[0]);
    const { references } = operationIn(context.contract, operation);
    const hasOthers = references.length > 0 || !isDeepStrictEqual(varied(body, 0), body);
    const canVary = vain < mostVain && context.writesLeft() > 0 && hasOthers;
    const again = canVary ? await sendOnce(control, edit, true) : exchange;
    const isVain = mayConflict(again, true);
    if (canVary) vain = isVain ? vain + 1 : 0;
    if (canVary && !isVain) isVaried = true;
    if (isValid && isVain) rejected = again;
    return again;
  };
  const repeat = async (control: Control): Promise<RunExchange> => {
    const exchange = await send(control, { isDue: true });
    const key = keyOfControl(control);
    if (wasAccepted(exchange)) isAnyAccepted = true;
    const isNew = isForbidden(exchange) && !forbidden.has(key);
    if (isNew) forbidden.add(key);
    if (!isNew && (wasAccepted(exchange) || wasRejected(exchange))) known.set(key, exchange);
    else known.delete(key);
    return exchange;
  };
  const clear = async (): Promise<void> => {
    const deleter = deleterOf(context.contract, operationIn(context.contract, operation));
    if (!deleter) return;
    const left = made.filter((exchange) => !kept.has(exchange));
    made = made.filter((exchange) => kept.has(exchange));
    for (const exchange of left) {
      const path = createdIn(context.contract, exchange)?.pathFor(deleter);
      if (path !== undefined) await context.exchange(requestAt(context, deleter.id, path));
    }
  };
  /** An earlier run may have used up the first sets: until one was accepted, each is tried. */
  const open = async (control: Control): Promise<RunExchange | undefined> => {
    if (breachesOf(context, operation, control).length > 0) return undefined;
    let last: RunExchange | undefined;
    for (let tries = isAnyAccepted ? 1 : sets.length; tries > 0 && context.writesLeft() > 0; tries -= 1) {
      last = await repeat(control);
      if (!wasRejected(last)) break;
      if (tries > 1) set += 1;
    }
    return last;
  };
  const keyOfControl = (control: Control): string => JSON.stringify(control(sets[0] ?? {}));
  return {
    inTurn: (work) => {
      const run = turn.last.then(work);
      turn.last = run.catch(() => undefined);
      return run;
    },
    control: async (control) => known.get(keyOfControl(control)) ?? open(control),
    repeat,
    send,
    keep: (exchange) => exchange && kept.add(exchange),
    clear,
    makeRoom: async () => (rejected ? clear() : undefined),
    lastRejected: () => rejected,
  };
}

/** The path of an operation that creates within another record, or changes one: that is created for it, once in a run. */
const pathToSend = (context: Context, operation: OperationId): Promise<string> =>
  context.shared(`place of ${operation}`, async () => {
    const own = operationIn(context.contract, operation);
    const { path, pathParameters, parameters } = own;
    if (isChanging(own)) {
      const made = await makeRecord(context, operation);
      if (made) creationsOf(context, made.creation.id).keep(made.exchange);
      return made?.pathFor(own) ?? path;
    }
    const values: string[] = [];
    for (const name of pathParameters) {
      const creator = creatorAbove(context.contract, own, name);
      const made = creator && (await keptControl(context, creator.id));
      const id = made && createdIn(context.contract, made)?.id;
      const declared = parameters.find((one) => one.in === 'path' && one.name === name);
      const example = at(declared, 'example') ?? at(declared, 'schema', 'example');
      values.push(id ?? (example === undefined ? `{${name}}` : String(example)));
    }
    return filledPath(path, values.map(percentEncoded));
  });

/** Creates a record that is kept for others. */
async function keptControl(context: Context, creation: OperationId): Promise<RunExchange | undefined> {
  const { control, keep } = creationsOf(context, creation);
  const made = await control(leastWith(context, creation));
  keep(made);
  return made;
}

type MakesRecord = (creation: OperationId) => Promise<RunExchange | undefined>;

/** The ids of records that a request of an operation refers to. */
async function referredBy(context: Context, operation: OperationId, make: MakesRecord): Promise<KnownGood> {
  const own = operationIn(context.contract, operation);
  const referred: Record<string, Json> = {};
  for (const { field, creation } of own.references) {
    const made = await make(creation);
    const id = made && createdIn(context.contract, made)?.id;
    const { type } = schemaWithin(own.request, [...own.sentIn.map(String), field]);
    if (id !== undefined) referred[field] = [type].flat().includes('string') ? id : Number(id);
  }
  return referred;
}

/** Of records that are created for the operation once in a run. */
const referredIn = (context: Context, operation: OperationId): Promise<KnownGood> =>
  context.shared(`records that ${operation} refers to`, () =>
    referredBy(context, operation, (creation) => keptControl(context, creation)),
  );

/** Of new records, since a server may take each only once. */
const newlyReferred = (context: Context, operation: OperationId): Promise<KnownGood> =>
  referredBy(context, operation, (creation) =>
    creationsOf(context, creation).send(leastWith(context, creation), { isDue: true }),
  );

/** A record that the run made, and the exchange that made it. */
export type Made = CreatedRecord & { readonly exchange: RunExchange };

/** Creates a record that an operation is to change or delete; undefined if that is not accepted. */
export async function makeRecord(context: Context, operation: OperationId): Promise<Made | undefined> {
  const creator = creatorOf(context.contract, operation);
  if (!creator || context.writesLeft() === 0) return undefined;
  const { optionalFields } = creationProfile(context.contract, creator.id);
  for (const fields of [optionalFields, []]) {
    const control = leastWith(context, creator.id, fields);
    const exchange = await creationsOf(context, creator.id).send(control, { isDue: true });
    const created = createdIn(context.contract, exchange);
    if (!created) continue;
    const made = { ...created, exchange };
    madeIn(context).push(made);
    return made;
  }
  return undefined;
}

const madeIn = (context: Context): Made[] => context.shared('records made to be changed', () => []);

/** The response to the creation of the record that a request changes or deletes, if that was made for it. */
export function creationBefore(
  context: Context,
  operation: Operation,
  { target }: HttpRequest,
): RunExchange | undefined {
  if (!isChanging(operation)) return undefined;
  return madeIn(context).find((made) => made.pathFor(operation) === pathIn(target))?.exchange;
}

/** How often in a row other texts are tried in vain. */
const mostVain = 3;

/** Whether another record may be why a request was rejected; some servers answer a valid one 400 or 422. */
const mayConflict = ({ response }: RunExchange, isValid: boolean): boolean =>
  !isLost(response) && (isValid ? [400, 409, 422] : [409]).includes(response.status);

const isForbidden = ({ response }: RunExchange): boolean => !isLost(response) && response.status === 403;

const asItIs = <T>(value: T): T => value;

/** A request that an experiment tries: its control, its edit, and whether it is to be accepted or rejected. */
export type Trial = Pick<
  Attempt,
  'clause' | 'what' | 'expects' | 'redirectRejects' | 'showsAcceptance' | 'notApplicable'
> &
  Edit & {
    readonly control: Control;
    /** The same request with another value that is as good: some other record may have the first one. */
    readonly otherwise?: (control: Json, number: number) => Json;
    /** Whether a breach of the schema is the one that makes it invalid; without it, a clause that no schema states does. */
    readonly breaks?: (breach: Breach) => boolean;
  };

type SentAttempt = Pick<
  Attempt,
  'exchange' | 'before' | 'after' | 'failedOnce' | 'notApplicable' | 'isKnownGood'
>;

export const reportAttempt = (
  context: ExperimentContext,
  operation: OperationId,
  { clause, what, expects, redirectRejects, showsAcceptance }: Omit<Trial, 'control' | 'breaks'>,
  seen: SentAttempt,
): void =>
  context.report({
    operation,
    clause,
    what,
    expects,
    ...(redirectRejects ? { redirectRejects } : {}),
    ...(showsAcceptance ? { showsAcceptance } : {}),
    ...seen,
  });

/** Sends trials between accepted controls, control by control, acceptances last, and reports them (READINGS P3). */
export async function attempt(
  context: ExperimentContext,
  operation: OperationId,
  trials: readonly Trial[],
): Promise<void> {
  const tries = triesOf(context, operation);
  const dueTrials = trials
    .filter((trial) => isAsExpected(context, operation, trial))
    .map((trial) => ({ ...trial, ...unlessAllowed(context, operation, trial) }));
  for (const { notApplicable, ...trial } of dueTrials)
    if (notApplicable) tries.report(trial, { notApplicable });
  const sendable = dueTrials.filter(({ notApplicable }) => !notApplicable);
  const isAcceptance = ({ expects }: Trial): boolean => expects === 'acceptance';
  const others = sendable.filter((trial) => !isAcceptance(trial));
  for (const [control, batch] of Map.groupBy(others, (trial) => trial.control))
    await tries.inTurn(() => rejections(tries, control, batch));
  for (const trial of sendable.filter(isAcceptance)) await tries.inTurn(() => acceptance(tries, trial));
}

/** What sends the trials of an operation and reports them. */
const triesOf = (context: ExperimentContext, operation: OperationId) => ({
  ...creationsOf(context, operation),
  context,
  operation,
  report: (trial: Omit<Trial, 'control' | 'breaks'>, seen: SentAttempt): void =>
    reportAttempt(context, operation, trial, seen),
  /** Reports that a trial was not sent, because its control may not be, or no more records may be created. */
  reportUnsent: (trial: Trial, control?: Control): void =>
    reportAttempt(context, operation, trial, {
      notApplicable: control ? whyUnsent(context, operation, control) : outOfWrites(context, operation),
    }),
});

type Tries = ReturnType<typeof triesOf>;

/** What a body breaks in the contract, with the first set of known-good values. */
function breachesOf(context: Context, operation: OperationId, make: Control): readonly Breach[] {
  const { contract } = context;
  const sent = JSON.parse(withNonce(make(knownGoodFor(context, operation)[0]), '')) as Json;
  return shapeReaderOf(contract).request(operation, sent);
}

const edited =
  ({ control, edit = asItIs }: Trial): Control =>
  (knownGood) =>
    edit(control(knownGood));

/** Whether a request that should break the contract does: one that turns out valid is not sent. */
const isAsExpected = (context: Context, operation: OperationId, trial: Trial): boolean =>
  !trial.breaks ||
  trial.notApplicable !== undefined ||
  breachesOf(context, operation, edited(trial)).some(trial.breaks);

/** Why a request need not be accepted: an Overlay rules it out. */
function unlessAllowed(context: Context, operation: OperationId, trial: Trial): Pick<Trial, 'notApplicable'> {
  const { expects, edit, notApplicable } = trial;
  if (notApplicable || expects !== 'acceptance' || !context.contract.texts || !edit) return {};
  const [breach] = breachesOf(context, operation, edited(trial));
  return breach
    ? { notApplicable: { why: `the contract allows no such ${fieldOf(breach.constraint)}` } }
    : {};
}

/** Sends trials that are rejected, or may be; after a rejection, the control is repeated. */
async function rejections(tries: Tries, make: Control, trials: readonly Trial[]): Promise<void> {
  const { context, operation, control, repeat, send, report, reportUnsent } = tries;
  const before = await control(make);
  if (!before) for (const trial of trials) reportUnsent(trial, make);
  else if (!wasAccepted(before)) for (const trial of trials) report(trial, { before });
  if (!before || !wasAccepted(before)) return;
  // Leaves room for the control after them.
  const room = Math.max(0, context.writesLeft() - 1);
  for (const trial of trials.slice(room)) reportUnsent(trial);
  const sent = await Promise.all(
    trials.slice(0, room).map(async (trial) => ({ trial, exchange: await send(make, trial) })),
  );
  const isOpen = sent.some(({ trial, exchange }) => !wasAccepted(exchange) && needsControl(context, trial));
  let after = isOpen ? await repeat(make) : undefined;
  const rejected = sent.filter(({ exchange }) => wasRejected(exchange)).map(({ trial }) => trial);
  for (const trial of endsAndMiddle(rejected)) {
    if (!after || !wasRejected(after)) break;
    const seen = await rejectedAfter(tries, make, trial);
    if (!seen) continue;
    const what = `a valid request sent after ${trial.what}`;
    const clause = clauseId(operation, 'accepted');
    report(
      { clause, what, expects: 'acceptance' },
      { exchange: seen.rejected, before, after: seen.accepted },
    );
    after = seen.accepted;
  }
  for (const { trial, exchange } of sent) report(trial, { exchange, before, ...(after ? { after } : {}) });
  const closed = sent.find(({ exchange }) => isClosed(exchange));
  const exchange = closed && after && wasAccepted(after) && (await closedAfter(tries, make, closed.trial));
  if (!exchange || !after) return;
  const clause = clauseId(operation, 'bad-input-not-crash');
  report({ clause, what: closed.trial.what, expects: 'rejection' }, { exchange, before, after });
}

const isClosed = ({ response }: RunExchange): boolean => isLost(response) && response.lost === 'connection';

/**
 * The last of several requests, each of which the server answers by closing the connection, while it accepts a control
 * after it: that is a crash, and no failure of the network. Undefined if that is not so.
 */
async function closedAfter(
  { context, repeat, send }: Tries,
  make: Control,
  trial: Trial,
): Promise<RunExchange | undefined> {
  let last: RunExchange | undefined;
  for (let round = 1; round < rechecks; round += 1) {
    if (context.writesLeft() < 2) return undefined;
    last = await send(make, trial);
    if (!isClosed(last) || !wasAccepted(await repeat(make))) return undefined;
  }
  return last;
}

/** Whether a trial needs a control after its rejection: that of a choice does if the choice is pinned. */
const needsControl = ({ target }: ExperimentContext, { expects, clause }: Trial): boolean =>
  expects !== 'either' || [...target.choices.keys()].some((choice) => choiceRuleId(choice) === clause);

/** The first, the middle and the last, each once: a server may reject them in different places. */
const endsAndMiddle = <T>(some: readonly T[]): T[] => [
  ...new Set([0, some.length >> 1, some.length - 1].flatMap((place) => some[place] ?? [])),
];

/**
 * Looks for a control that is always accepted, except after a certain rejected request: then that request is the
 * cause. Returns the last of each; undefined if that is not so. Each round sends one more control between, so that
 * servers that take turns do not look like it, and a firewall that blocks for a while is left alone.
 */
async function rejectedAfter(
  { context, repeat, send }: Tries,
  make: Control,
  bad: Trial,
): Promise<{ readonly accepted: RunExchange; readonly rejected: RunExchange } | undefined> {
  let rejected: RunExchange | undefined;
  for (let round = 1; round <= rechecks; round += 1) {
    if (context.writesLeft() < round + 3) return undefined;
    for (let times = 0; times < round; times += 1) if (!wasAccepted(await repeat(make))) return undefined;
    if (!wasRejected(await send(make, bad))) return undefined;
    rejected = await repeat(make);
    if (!wasRejected(rejected) || mayPass(rejected)) return undefined;
  }
  const accepted = await repeat(make);
  return rejected && wasAccepted(accepted) ? { accepted, rejected } : undefined;
}

async function acceptance(tries: Tries, trial: Trial): Promise<void> {
  const { context, control, send, report, reportUnsent } = tries;
  const before = await control(trial.control);
  const isRoom = context.writesLeft() >= 2;
  if (!before || (wasAccepted(before) && !isRoom)) return reportUnsent(trial, trial.control);
  if (!wasAccepted(before)) return report(trial, { before });
  const again = () => send(trial.control, { ...trial, isDue: true });
  const seen = await recheckAttempt(context, await withFreeValue(tries, trial, await again()), again, () =>
    send(trial.control, { isDue: true }),
  );
  report(trial, { before, ...seen });
}

/** The request with another value, if the one at a bound was rejected and that is accepted. */
async function withFreeValue(
  { context, operation, send }: Tries,
  { otherwise, ...trial }: Trial,
  first: RunExchange,
): Promise<RunExchange> {
  const from = numberOf(context.nonce, `${operation} ${trial.what}`);
  let exchange = first;
  for (let tries = 1; otherwise && tries <= mostVain && mayConflict(exchange, true); tries += 1) {
    if (context.writesLeft() < 2) return first;
    const edit = (control: Json): Json => otherwise(control, from + tries);
    exchange = await send(trial.control, { ...trial, isDue: true, edit });
  }
  return wasAccepted(exchange) ? exchange : first;
}

/** How often a failure that may be transient is rechecked, each time with its control (READINGS P3). */
const rechecks = 3;

/**
 * Sends again what had to be accepted and was not, with its control after it, until it is accepted or its control is
 * not; after a plain rejection, only the control.
 */
export async function recheckAttempt(
  context: ExperimentContext,
  first: RunExchange,
  again: () => Promise<RunExchange>,
  control: () => Promise<RunExchange>,
): Promise<Pick<Attempt, 'after' | 'failedOnce'> & { readonly exchange: RunExchange }> {
  if (first.failedOnce) return { exchange: first, failedOnce: first.failedOnce };
  if (!(wasRejected(first) || mayPass(first)) || context.writesLeft() === 0) return { exchange: first };
  let after = await control();
  if (!mayPass(first)) return { exchange: first, after };
  let exchange = first;
  for (let round = 0; round < rechecks && wasAccepted(after); round += 1) {
    if (context.writesLeft() < 2) return { exchange: first };
    exchange = await again();
    if (wasAccepted(exchange)) return { exchange, after, failedOnce: first };
    after = await control();
  }
  return { exchange, after };
}

/**
 * Sends trials that have to be accepted in one request, with other edits. If it is accepted, each of them is;
 * otherwise they are sent one by one.
 */
export async function attemptTogether(
  context: ExperimentContext,
  operation: OperationId,
  trials: readonly Trial[],
  others: readonly Edit[] = [],
): Promise<void> {
  const creations = creationsOf(context, operation);
  const [first] = trials;
  const isOutside = trials.some(
    (one) => one.notApplicable ?? unlessAllowed(context, operation, one).notApplicable,
  );
  if (!first || isOutside) return attempt(context, operation, trials);
  const { control } = first;
  const whole = await creations.inTurn(async () => {
    const before = await creations.control(control);
    if (!before || !wasAccepted(before) || context.writesLeft() === 0) return undefined;
    const exchange = await creations.send(control, joined([...trials, ...others]));
    return wasAccepted(exchange) ? { exchange, before } : undefined;
  });
  if (!whole) return attempt(context, operation, trials);
  for (const trial of trials) reportAttempt(context, operation, trial, whole);
}

/** Why a control may not be sent: the contract does not allow it, or no more records may be created. */
export function whyUnsent(
  context: Context,
  operation: OperationId,
  control: Control,
): NonNullable<Trial['notApplicable']> {
  const { contract, target } = context;
  const [breach] = breachesOf(context, operation, control);
  if (!breach) return outOfWrites(context, operation);
  const field = fieldOf(breach.constraint);
  const line = contract.wantedExamples?.get(breach.constraint.pointer);
  if (line !== undefined)
    return { why: `no ${field} is known that the contract allows`, remedy: { kind: 'example', field, line } };
  const remedy = remedyFor(contract, operation, 400, target);
  return {
    why: `the target file declares a ${field} that the contract does not allow`,
    ...(remedy === undefined ? {} : { remedy }),
  };
}

function outOfWrites(
  { contract, moreWrites }: Context,
  operation: OperationId,
): NonNullable<Trial['notApplicable']> {
  const { method, path } = operationIn(contract, operation);
  return {
    why: 'this run may send no more requests that create records',
    remedy: moreWrites,
    stoppedAt: printRequest({ method, target: path }),
  };
}
