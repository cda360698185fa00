import { isDeepStrictEqual } from 'node:util';
import {
  filledPath,
  isChanging,
  type Operation,
  type OperationId,
  operationIn,
} from '../../src/contract/operations.ts';
import { distinctFields } from '../../src/contract/record.ts';
import { creatorAbove, creatorOf, deleterOf } from '../../src/contract/related-operations.ts';
import { schemaWithin } from '../../src/contract/schema-values.ts';
import { type HttpRequest, isLost, pathIn } from '../../src/http/exchange.ts';
import { at, type Json } from '../../src/json/json.ts';
import { atOnce } from '../../src/once.ts';
import { unfilledIn } from '../../src/path-template.ts';
import { percentEncoded } from '../../src/percent.ts';
import type { Context } from '../core/context.ts';
import { type CreatedRecord, createdIn } from '../core/created.ts';
import type { RunExchange } from '../core/exchange.ts';
import { withNonce } from '../core/nonces.ts';
import { requestAt, textRequest } from '../core/requests.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import type { KnownGood } from '../core/target.ts';
import { creationProfile } from './creation-profile.ts';
import { asItIs, breachesOf, type Control, type Edit, leastWith } from './edits.ts';
import { leastToChange, type Numbers, numbersOf, withOtherTexts } from './other-texts.ts';
import { knownGoodFor } from './valid-body.ts';

/** Sends the requests of one operation, for all experiments of a run. */
export type Creations = {
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
  /**
   * Whether another record may be why a request was rejected: some servers answer a valid one 400 or 422, and some crash
   * where a database finds out that a value of it is another record's alone.
   */
  readonly mayConflict: (exchange: RunExchange, isValid?: boolean) => boolean;
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
  /** The least that a text has to have to be another one in each request, once a server wants that. */
  let least: number | undefined;
  let vain = 0;
  const numbers = numbersOf(context);
  const hasDistinct = distinctFields(operationIn(context.contract, operation)).length > 0;
  const conflicts = [400, 409, 422, ...(hasDistinct ? [500] : [])];
  const mayConflict = ({ response }: RunExchange, isValid = true): boolean =>
    !isLost(response) && (isValid ? conflicts : [409]).includes(response.status);
  // Of changes of one record that overlap, each may return what another one changed.
  const limit = atOnce(isChanging(operationIn(context.contract, operation)) ? 1 : Number.POSITIVE_INFINITY);
  const forbidden = new Set<string>();
  const kept = new Set<RunExchange>();
  let made: RunExchange[] = [];
  let rejected: RunExchange | undefined;

  const sendOnce = async (
    control: Control,
    { isDue = false, edit = asItIs, text = asItIs, headers = asItIs, target = asItIs }: Edit,
    varies: number | undefined,
  ): Promise<RunExchange> => {
    sent += 1;
    // Others may be sent while this one waits.
    const [own, used] = [sent, set];
    const referred = await (varies === undefined ? referredIn : newlyReferred)(context, operation);
    const good = control({ ...referred, ...sets[used % sets.length] });
    const body = edit(varies === undefined ? good : varied(good, varies, numbers));
    const written = text(withNonce(body, context.nonce, `${operation} ${own}`));
    const request = textRequest(context, operation, written, await pathToSend(context, operation));
    const sending = {
      ...request,
      target: target(request.target),
      headers: headers(request.headers),
      // Before anything was accepted, a rejection may be permanent.
      ...(isDue && (isAnyAccepted || forbidden.size > 0) ? { isDue } : {}),
    };
    const exchange = await limit(() => context.exchange(sending));
    // Of several concurrent requests only one moves on.
    if (wasAccepted(exchange) && set === used) set += 1;
    if (createdIn(context.contract, exchange)) made.push(exchange);
    return exchange;
  };
  const varied = (body: Json, from: number, numbersFrom: Numbers): Json =>
    withOtherTexts(operationIn(context.contract, operation), body, {
      except: Object.keys(sets[0]),
      least: from,
      numbers: numbersFrom,
    });
  /** After a rejection that may be a conflict with another record, texts of a form and ids of others are new in each request. */
  const send = async (control: Control, edit: Edit): Promise<RunExchange> => {
    const last = edit.isRepetition && known.get(keyOfControl(control));
    if (last) return context.exchange(last.request);
    let exchange = await sendOnce(control, edit, least);
    const isValid = edit.edit === undefined && edit.text === undefined;
    // Where few texts are left, the next one of those that are counted may be taken, too.
    if (!isValid && edit.isDue && least !== undefined && mayConflict(exchange))
      return sendOnce(control, edit, least);
    if (edit.isTaken || !mayConflict(exchange, isValid)) return exchange;
    for (const one of waysToVary(control(sets[0]))) {
      if (vain >= mostVain || context.writesLeft() === 0) break;
      exchange = await sendOnce(control, edit, one);
      const isVain = mayConflict(exchange);
      vain = isVain ? vain + 1 : 0;
      if (isVain) continue;
      least = one;
      return exchange;
    }
    if (isValid) rejected = exchange;
    return exchange;
  };
  /** What may make a request another one: texts with fewer characters to change only where that changes more. */
  const waysToVary = (body: Json): number[] => {
    const { references } = operationIn(context.contract, operation);
    const open = leastToChange.filter((one) => one <= (least ?? one));
    const bodies = [body, ...open.map((one) => varied(body, one, () => 0))];
    return open.filter(
      (_, place) =>
        (place === 0 && references.length > 0) || !isDeepStrictEqual(bodies[place + 1], bodies[place]),
    );
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
    if ((await unknownInPath(context, operation)) !== undefined) return undefined;
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
    mayConflict,
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

/** The parameter of the path of a creation of which no value is known: then nothing is sent. */
export const unknownInPath = async (context: Context, operation: OperationId): Promise<string | undefined> =>
  unfilledIn(await pathToSend(context, operation), operationIn(context.contract, operation).pathParameters);

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
  const { send } = creationsOf(context, creator.id);
  const made = await recordBy(context, creator.id, (control) => send(control, { isDue: true }));
  if (made) madeIn(context).push(made);
  return made;
}

/** Creates a record with the required fields; undefined if the run may write no more. */
export async function sendLeast(context: Context, creation: OperationId): Promise<RunExchange | undefined> {
  if (context.writesLeft() === 0) return undefined;
  const { inTurn, send } = creationsOf(context, creation);
  return inTurn(() => send(leastWith(context, creation), {}));
}

/** What a creation with all fields makes; if that is not accepted, one with the required fields. */
export async function recordBy(
  context: Context,
  creation: OperationId,
  send: (control: Control) => Promise<RunExchange | undefined>,
): Promise<Made | undefined> {
  const { optionalFields } = creationProfile(context.contract, creation);
  for (const fields of [optionalFields, []]) {
    const exchange = await send(leastWith(context, creation, fields));
    const created = exchange && createdIn(context.contract, exchange);
    if (exchange && created) return { ...created, exchange };
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
export const mostVain = 3;

const isForbidden = ({ response }: RunExchange): boolean => !isLost(response) && response.status === 403;
