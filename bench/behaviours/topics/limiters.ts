import { setTimeout } from 'node:timers/promises';
import type { Behaviour } from '../behaviour.ts';
import type { Answer, Received, Ways } from '../server/ways.ts';

const limitsPermitted =
  'Section 8: global rate limits are not shown; reading 28: interference is never a verdict.';

export const limiters: readonly Behaviour[] = [
  {
    name: 'limiter',
    does: 'Lets as many requests a second through as the number, and answers 429 to others.',
    permitted: limitsPermitted,
    numbers: [5, 20],
    ways: (most) => limiter({ most, windowMs: 1000, status: 429 }),
  },
  {
    name: 'limiter-as-overload',
    does: 'Lets as many requests a second through as the number, and answers 503 to others.',
    permitted: limitsPermitted,
    numbers: [20],
    ways: (most) => limiter({ most, windowMs: 1000, status: 503 }),
  },
  {
    name: 'limiter-as-forbidden',
    does: 'Lets as many requests a second through as the number, and answers 403 with Retry-After to others.',
    permitted: 'Section 8: global rate limits are not shown; section 7: no status code is.',
    numbers: [40],
    ways: (most) => limiter({ most, windowMs: 1000, status: 403, tells: true }),
  },
  {
    name: 'limiter-by-the-minute',
    does: 'Lets as many requests a minute through as the number, and answers 429 to others without a word of when to come back.',
    permitted: limitsPermitted,
    numbers: [120],
    ways: (most) => limiter({ most, windowMs: 60_000, status: 429 }),
    undetermined: { because: 'too few requests are let through; the verdict names the --rate that would do' },
  },
  {
    name: 'limiter-by-the-minute-told',
    does: 'Lets as many requests a minute through as the number, and answers 429 with Retry-After to others.',
    permitted: limitsPermitted,
    numbers: [120],
    ways: (most) => limiter({ most, windowMs: 60_000, status: 429, tells: true }),
    undetermined: { because: 'too few requests are let through; the verdict names the --rate that would do' },
  },
  {
    name: 'two-at-once',
    does: 'Works on two requests at once, and answers 503 to a third.',
    permitted: limitsPermitted,
    ways: twoAtOnce,
  },
  {
    name: 'token-runs-out',
    does: 'Answers 401 to everything after as many requests as the number.',
    permitted: 'Section 5: how tokens are obtained, and so how long they last, is not shown.',
    numbers: [150],
    ways: (number) => ({
      before: (request) => (request.number > number ? { status: 401, body: {} } : undefined),
    }),
    undetermined: { because: 'the operator has to give a token that lasts for the whole check' },
  },
  {
    name: 'attacker-locked-out',
    does: 'Answers 403 to every listing once a filter looked like an attack.',
    permitted:
      'Section 8: limits are not shown; reading 26 lets reject what looks like SQL, and says nothing of what follows.',
    ways: lockOut,
    undetermined: {
      because: 'no listing is to be had from then on; the operator has to let the check through',
    },
  },
  {
    name: 'time-out-once',
    does: 'Answers 408 to one listing, and closes the connection.',
    permitted: 'Section 7: status codes are not shown; reading 28: what is lost is tried again.',
    ways: () => ({
      before: ({ method, number }) => (method === 'GET' && number === 60 ? closing(408) : undefined),
    }),
  },
  {
    name: 'every-25th-lost',
    does: 'Answers every 25th request with the number as status, 408 or 421, and closes the connection.',
    permitted: 'Section 7: status codes are not shown; reading 28: what is lost is tried again.',
    numbers: [408, 421],
    ways: (status) => ({ before: ({ number }) => (number % 25 === 7 ? closing(status) : undefined) }),
  },
];

const closing = (status: number): Answer => ({ status, body: {}, headers: { connection: 'close' } });

type Limit = {
  readonly most: number;
  readonly windowMs: number;
  readonly status: number;
  /** Whether it says when to come back. */
  readonly tells?: boolean;
};

/** Counts in windows that follow one another, as simple limiters do. */
function limiter({ most, windowMs, status, tells = false }: Limit): Ways {
  let [begin, count] = [0, 0];
  return {
    before: () => {
      const now = Date.now();
      if (now - begin >= windowMs) [begin, count] = [now, 0];
      count += 1;
      if (count <= most) return undefined;
      const seconds = String(Math.ceil((begin + windowMs - now) / 1000));
      return { status, body: {}, headers: tells ? { 'retry-after': seconds } : {} };
    },
  };
}

function twoAtOnce(): Ways {
  let working = 0;
  return {
    before: async () => {
      if (working >= 2) return { status: 503, body: {} };
      working += 1;
      await setTimeout(60);
      working -= 1;
      return undefined;
    },
  };
}

function lockOut(): Ways {
  let isLocked = false;
  return {
    before: ({ method, address }: Received) => {
      isLocked ||= /DROP|%27|%00/.test(address);
      return isLocked && method === 'GET' ? { status: 403, body: {} } : undefined;
    },
  };
}
