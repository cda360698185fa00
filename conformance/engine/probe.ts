import type { Contract, Level } from '../../src/contract/contract.ts';
import type { Call, Exchange, Reply } from '../../src/wire/exchange.ts';
import { isLost } from '../../src/wire/exchange.ts';
import type { Target } from './target.ts';
import { Broken, Withheld } from './verdict.ts';
import type { Wire } from './wire.ts';

/** What is settled for a whole run. */
export type Setting = Pick<Look, 'contract' | 'target' | 'seed' | 'draws' | 'nonce'>;

/** An exchange that was answered. */
export type Answer = { readonly call: Call; readonly reply: Reply };

/** What an observation may do: send, state a premise, look for an occasion. It has no `must`. */
export type Look = {
  readonly contract: Contract;
  readonly target: Target;
  /** The level of the clause in hand. */
  readonly level: Level;
  /** Fresh for each run; see nonce.ts. */
  readonly nonce: string;
  /** Draws of one rule are the same for the same seed. */
  readonly seed: number;
  /** How many draws a fuzzed rule makes. */
  readonly draws: number;
  /** Sends a call; equal calls of one run share one exchange. No decisive answer: inconclusive. */
  readonly send: (call: Call) => Promise<Answer>;
  /** The same, but really sent, whatever was sent before. */
  readonly sendAfresh: (call: Call) => Promise<Answer>;
  /** A premise: where it is missing (undefined, null, false), the rule is inconclusive. Gives back the value. */
  readonly given: <T>(value: T, why: string, remedy?: string) => Present<T>;
  /** An occasion: where the target's data gives none, the rule is unexercised. Gives back the value. */
  readonly occasion: <T>(value: T, why: string, remedy?: string) => Present<T>;
};

/** A value that is there. */
export type Present<T> = Exclude<T, undefined | null | false>;

/** What a rule may do besides: claim. */
export type Probe = Look & {
  /** The claim itself: where it does not hold, the rule fails. `shown` are the exchanges that show it. */
  readonly must: (holds: boolean, expected: string, saw: string, ...shown: readonly Exchange[]) => void;
  /** Says that a part is looked at for the whole, so that the report can tell. */
  readonly sample: (what: string) => void;
};

/** A probe and what it has done so far. */
export type Recorder = {
  readonly probe: Probe;
  /** How many claims were reached. */
  readonly claims: () => number;
  readonly exchanges: () => readonly Exchange[];
  /** What it said it looked at a part of. */
  readonly sampled: () => readonly string[];
};

/** Makes the probe of one rule over the wire of the run. */
export function createProbe(context: Setting & Pick<Look, 'level'>, wire: Wire): Recorder {
  const exchanges: Exchange[] = [];
  const sampled: string[] = [];
  let claims = 0;
  const send = async (call: Call, afresh: boolean): Promise<Answer> => {
    const reply = await wire.send(call, afresh);
    const exchange = { call, reply };
    exchanges.push(exchange);
    if (isLost(reply))
      throw new Withheld('inconclusive', `no reply: ${reply.detail}`, reply.remedy, [exchange]);
    const unfit = interference(reply);
    if (unfit) throw new Withheld('inconclusive', unfit, undefined, [exchange]);
    return { call, reply };
  };
  const premise =
    (verdict: 'inconclusive' | 'unexercised') =>
    <T>(value: T, why: string, remedy?: string): Present<T> => {
      if (value === undefined || value === null || value === false) {
        throw new Withheld(verdict, why, remedy, exchanges.slice(-2));
      }
      return value as Present<T>;
    };
  const probe: Probe = {
    ...context,
    send: (call) => send(call, false),
    sendAfresh: (call) => send(call, true),
    given: premise('inconclusive'),
    occasion: premise('unexercised'),
    must: (holds, expected, saw, ...shown) => {
      claims += 1;
      if (!holds) throw new Broken(expected, saw, shown.length > 0 ? shown : exchanges.slice(-1));
    },
    sample: (what) => {
      sampled.push(what);
    },
  };
  return { probe, claims: () => claims, exchanges: () => exchanges, sampled: () => sampled };
}

/** Why a reply says nothing about the contract: a gateway or a limiter spoke, or it points elsewhere. */
function interference({ status, headers }: Reply): string | undefined {
  if ([429, 502, 503, 504].includes(status)) return `the target answered ${status}, which is never a verdict`;
  if (status < 300 || status > 399) return undefined;
  const where = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  return `the target redirects (${status}${where === undefined ? '' : ` to ${where}`}), and redirects are not followed`;
}
