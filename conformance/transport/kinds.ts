import { header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';

/** What a run learns about failures that may pass: whether sending a request again ever helped against those of a kind. */
type Kinds = {
  /** Counts whatever came of a request. */
  readonly count: (reply: Reply | Lost) => void;
  /** Notes that a request which had failed so got another response later. */
  readonly recovered: (reply: Reply | Lost) => void;
  /** Notes that a request was sent again as often as may be, and failed so each time. */
  readonly exhausted: (reply: Reply | Lost) => void;
  /** Whether sending it again helps: it did more often than not. */
  readonly mayRecover: (reply: Reply | Lost) => boolean;
  /** Whether sending it again was tried, and does not help. */
  readonly isHopeless: (reply: Reply | Lost) => boolean;
  /** Whether so many responses failed so that a request may meet nothing else by chance. */
  readonly isFrequent: (reply: Reply | Lost) => boolean;
};

/** How many requests in vain show that sending them again does not help. */
const inVain = 2;
/** One of how many responses is frequent. */
const frequent = 10;

/** Begins to learn. */
export function createKinds(): Kinds {
  const kinds = new Map<string, { count: number; recovered: number; exhausted: number }>();
  let all = 0;
  const of = (reply: Reply | Lost) => {
    const name = kindOf(reply);
    const kind = kinds.get(name) ?? { count: 0, recovered: 0, exhausted: 0 };
    kinds.set(name, kind);
    return kind;
  };
  const mayRecover = (reply: Reply | Lost): boolean => of(reply).recovered > of(reply).exhausted;
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
    mayRecover,
    isHopeless: (reply) => !mayRecover(reply) && of(reply).exhausted >= inVain,
    isFrequent: (reply) => of(reply).count * frequent > all,
  };
}

/** What failures have in common that come from the same part of what is in front of a target, or of the target. */
const kindOf = (reply: Reply | Lost): string =>
  isLost(reply)
    ? reply.lost
    : [reply.status, header(reply.headers, 'content-type'), header(reply.headers, 'server')].join(' ');
