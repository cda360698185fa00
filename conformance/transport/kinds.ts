import { header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';

/** What a run learns about failures that may pass: whether waiting ever helped against those of a kind. */
type Kinds = {
  /** Counts a response that came. */
  readonly count: (reply: Reply | Lost) => void;
  /** Notes that a call which had failed so got another response later. */
  readonly recovered: (reply: Reply | Lost) => void;
  /** Notes that a call was sent again as often as may be, and failed so each time. */
  readonly exhausted: (reply: Reply | Lost) => void;
  /** Whether waiting helps. */
  readonly mayRecover: (reply: Reply | Lost) => boolean;
  /** Whether waiting was tried, and does not help. */
  readonly isHopeless: (reply: Reply | Lost) => boolean;
  /** Whether so many responses failed so that a call may meet nothing else by chance. */
  readonly isFrequent: (reply: Reply | Lost) => boolean;
};

type Seen = { count: number; recovered: number; exhausted: number };

/** Whether waiting helped more often than not. */
const helps = ({ recovered, exhausted }: Seen): boolean => recovered > exhausted;

/** How many calls in vain show that waiting does not help. */
const inVain = 2;
/** One of how many responses is frequent. */
const frequent = 10;

/** Begins to learn. */
export function createKinds(): Kinds {
  const kinds = new Map<string, Seen>();
  let all = 0;
  const of = (reply: Reply | Lost): Seen => {
    const name = kindOf(reply);
    const seen = kinds.get(name) ?? { count: 0, recovered: 0, exhausted: 0 };
    kinds.set(name, seen);
    return seen;
  };
  return {
    count: (reply) => {
      all += 1;
      of(reply).count += 1;
    },
    recovered: (reply) => {
      of(reply).recovered += 1;
    },
    exhausted: (reply) => {
      of(reply).exhausted += 1;
    },
    mayRecover: (reply) => helps(of(reply)),
    isHopeless: (reply) => !helps(of(reply)) && of(reply).exhausted >= inVain,
    isFrequent: (reply) => of(reply).count * frequent > all,
  };
}

/** What failures have in common that come from the same part of what is in front of a target, or of the target. */
const kindOf = (reply: Reply | Lost): string =>
  isLost(reply)
    ? reply.lost
    : [reply.status, header(reply.headers, 'content-type'), header(reply.headers, 'server')].join(' ');
