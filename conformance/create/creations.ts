import { type Exchange, type Header, isLost } from '../../src/http/exchange.ts';
import { readBody } from '../../src/json/body.ts';
import { at, type Json } from '../../src/json/json.ts';
import type { Context } from '../core/context.ts';
import { withNonce } from '../core/nonce.ts';
import { wasAccepted, wasRejected } from '../core/status.ts';
import type { KnownGoodSubscription } from '../core/target.ts';
import { textCall, type WritingOperation } from '../core/calls.ts';
import { creationProfile, type Materials, validBody } from './valid-body.ts';

/** A request to be accepted, made from a set of known-good values. */
export type Control = (knownGood: KnownGoodSubscription) => Json;

/** The least request of an operation, and those optional fields. */
export const leastWith =
  (materials: Materials, operation: WritingOperation, members: readonly string[] = []): Control =>
  (knownGood) =>
    validBody(materials, operation, members, knownGood);

/** How a request differs from its control. */
export type Edit = {
  /** Whether what is sent is to be accepted. */
  readonly isDue?: boolean;
  readonly edit?: (control: Json) => Json;
  /** The edit of the text, where what is sent is no JSON; told the text of the edited control, its nonce in place. */
  readonly text?: (control: string) => string;
  readonly headers?: (headers: readonly Header[]) => readonly Header[];
  /** The edit of the target, its path and query. */
  readonly target?: (target: string) => string;
  /** Whether it is the control to the letter, as that was sent last, and nothing else is edited. */
  readonly isRepetition?: boolean;
};

/** Several edits, one after the other. */
export const joined = (edits: readonly Edit[]): Edit => ({
  edit: (control) => edits.reduce((json, { edit }) => edit?.(json) ?? json, control),
  headers: (sent) => edits.reduce((all, { headers }) => headers?.(all) ?? all, sent),
  target: (usual) => edits.reduce((all, { target }) => target?.(all) ?? all, usual),
});

/** Creates with one operation, on behalf of all who try something with it in a run. */
export type Creations = {
  /** Waits until whoever came before is done: a control says something of its own batch only. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  /** The response that a control got last; it is sent where it was not yet. Undefined: no more may be sent. */
  readonly control: (control: Control) => Promise<Exchange | undefined>;
  /** Sends a control once more, with a nonce of its own. */
  readonly repeat: (control: Control) => Promise<Exchange>;
  /** Sends a request that differs from a control. */
  readonly send: (control: Control, edit: Edit) => Promise<Exchange>;
};

/** The creations of an operation in a run. */
export const creationsOf = (context: Context, operation: WritingOperation): Creations =>
  context.shared(`creations ${operation}`, () => createCreations(context, operation));

/**
 * Where the operator names several sets of values, each is used once before any is used again: on a target that takes
 * each only once, what follows an accepted request is on a set that is still good.
 */
function createCreations(context: Context, operation: WritingOperation): Creations {
  const turn = context.shared('turn of those who create', () => ({
    last: Promise.resolve() as Promise<unknown>,
  }));
  const sets = creationProfile(operation).knownGoodSets(context.target);
  const known = new Map<string, Exchange>();
  let set = 0;
  let sent = 0;
  let isAnyAccepted = false;
  /** Controls that were forbidden once: a limiter may have been busy with what came before, so they are tried again. */
  const forbidden = new Set<string>();

  const send = async (
    control: Control,
    { isDue = false, isRepetition, edit = asItIs, text = asItIs, headers = asItIs, target = asItIs }: Edit,
  ): Promise<Exchange> => {
    const last = isRepetition && known.get(keyOf(control));
    // A call of its own, so that a record tells the two apart.
    if (last) return context.exchange({ ...last.call });
    sent += 1;
    const body = edit(control(sets[set % sets.length] ?? {}));
    const call = textCall(context, operation, text(withNonce(body, context.nonce, `${operation} ${sent}`)));
    const used = set;
    const exchange = await context.exchange({
      ...call,
      target: target(call.target),
      headers: headers(call.headers),
      // Before anything was accepted, what is rejected may be so for good.
      ...(isDue && (isAnyAccepted || forbidden.size > 0) ? { isDue } : {}),
    });
    // Of several that are sent side by side only one moves on.
    if (wasAccepted(exchange) && set === used) set += 1;
    return exchange;
  };
  const repeat = async (control: Control): Promise<Exchange> => {
    const exchange = await send(control, { isDue: true });
    const key = keyOf(control);
    if (wasAccepted(exchange)) isAnyAccepted = true;
    const isNew = isForbidden(exchange) && !forbidden.has(key);
    if (isNew) forbidden.add(key);
    if (!isNew && (wasAccepted(exchange) || wasRejected(exchange))) known.set(key, exchange);
    else known.delete(key);
    return exchange;
  };
  /** The first sets may be used up by an earlier run: until one was accepted, each of them is tried. */
  const open = async (control: Control): Promise<Exchange | undefined> => {
    let last: Exchange | undefined;
    for (let tries = isAnyAccepted ? 1 : sets.length; tries > 0 && context.writesLeft() > 0; tries -= 1) {
      last = await repeat(control);
      if (!wasRejected(last)) break;
      if (tries > 1) set += 1;
    }
    return last;
  };
  const keyOf = (control: Control): string => JSON.stringify(control(sets[0] ?? {}));
  return {
    inTurn: (work) => {
      const run = turn.last.then(work);
      turn.last = run.catch(() => undefined);
      return run;
    },
    control: async (control) => known.get(keyOf(control)) ?? open(control),
    repeat,
    send,
  };
}

/** The id of what was created; undefined if the response accepts nothing or shows none. */
export function createdId(exchange: Exchange): string | undefined {
  const { reply } = exchange;
  if (isLost(reply) || !wasAccepted(exchange)) return undefined;
  const body = readBody(reply.body);
  const id = 'json' in body ? at(body.json, 'data', 'id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

const isForbidden = ({ reply }: Exchange): boolean => !isLost(reply) && reply.status === 403;

const asItIs = <T>(value: T): T => value;
