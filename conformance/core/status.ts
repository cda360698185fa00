import { type Exchange, header, isLost, type Lost, type Reply } from '../../src/http/exchange.ts';
import { type Remedy, rateRemedy } from './remedies.ts';

/** Accepted is 2xx, rejected is 4xx, and nothing else is either (READINGS, levels). */
export const isAccepted = ({ reply }: { readonly reply: Reply }): boolean =>
  reply.status >= 200 && reply.status <= 299;

export const isRejected = ({ reply }: { readonly reply: Reply }): boolean =>
  reply.status >= 400 && reply.status <= 499;

/** Which failures may be transient, by status (READINGS 28 and P3). */
const passing = {
  /** Sent by a gateway or a limiter, never by the target, so they never decide the verdict. */
  transient: [408, 421, 429, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 528, 529, 530],
  /** These slow the whole run down; others only with `Retry-After`. */
  slowing: [429, 503],
  /** A single replica, a firewall or a limiter may send these and any 5xx: they count if they come back. */
  suspicious: [401, 403, 404],
  /** A gateway sends these while the server behind it starts. */
  starting: [502, 503, 504],
};

const isSuspicious = (status: number): boolean => passing.suspicious.includes(status) || status >= 500;

/** Whether a response asks for a pause. */
export const asksForRest = ({ status, headers }: Reply): boolean =>
  passing.slowing.includes(status) ||
  ((passing.transient.includes(status) || isSuspicious(status)) &&
    header(headers, 'retry-after') !== undefined);

export function restAsked({ headers }: Reply): number | undefined {
  const asked = header(headers, 'retry-after')?.trim();
  if (asked === undefined) return undefined;
  const rest = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(rest) ? undefined : rest;
}

export const isStarting = ({ status }: Reply): boolean => passing.starting.includes(status);

export const isRedirect = ({ status }: Reply): boolean => status >= 300 && status <= 399;

/**
 * Whether a gateway or a limiter sent a response. Some limiters use other statuses with `Retry-After`; one that
 * comes back after every wait is not from a limiter.
 */
export const isInterfering = (reply: Reply): boolean =>
  reply.cameBack === 'blocked' ||
  passing.transient.includes(reply.status) ||
  (reply.cameBack === undefined && asksForRest(reply));

/**
 * Whether a failure may be that of a single replica, a firewall or a limiter, so that the request is sent again
 * before it counts (READINGS P3).
 */
export const mayPass = ({ reply }: Pick<Exchange, 'reply'>): boolean =>
  !isLost(reply) && !isInterfering(reply) && isSuspicious(reply.status);

/** Limits of size, which the specification leaves open (READINGS 28). */
const limits: ReadonlyMap<number, string> = new Map([
  [413, 'the size of a request body'],
  [414, 'the length of an address'],
  [431, 'the size of request headers'],
]);

/**
 * The limit of size that a response names, as the end of a sentence. {@link Accepted} knows whether it can be true.
 */
export function limitNamed(reply: Reply | Lost): string | undefined {
  const limit = isLost(reply) ? undefined : limits.get(reply.status);
  return limit === undefined
    ? undefined
    : `returned ${(reply as Reply).status}: ${limit} is limited, and the specification leaves that open`;
}

/** Whether a retry needs another connection (RFC 9110, 15.5.9 and 15.5.20). */
export const wantsFreshConnection = ({ status }: Reply): boolean => status === 408 || status === 421;

/** Why a response says nothing about the contract, if so: it was lost, came from a gateway, or redirects. */
export function transientFailure(reply: Reply | Lost): { why: string; remedy?: Remedy } | undefined {
  if (isLost(reply)) {
    const remedy = reply.remedy ?? (reply.lost === 'connection' ? rateRemedy : undefined);
    return { why: `no response: ${reply.detail}`, ...(remedy === undefined ? {} : { remedy }) };
  }
  const { status, headers } = reply;
  if (isInterfering(reply)) {
    if (reply.cameBack === 'blocked')
      return {
        why: `the target returned ${status}, also for requests that it accepts at other times; something in front of it may block some of them`,
        remedy: rateRemedy,
      };
    const why = `the target returned ${status}, which never decides the verdict`;
    // A lower rate does not help if every retry failed.
    if (reply.cameBack === 'always' && status !== 429)
      return {
        why: `${why}; every retry returned it, so it is not a rate limit: see the log of what is in front of the target`,
      };
    return wantsFreshConnection(reply) ? { why } : { why, remedy: rateRemedy };
  }
  if (!isRedirect(reply)) return undefined;
  const where = header(headers, 'location');
  return {
    why: `the target redirects (${status}${where === undefined ? '' : ` to ${where}`}), and redirects are not followed`,
  };
}

export function outcomeOf({ reply }: Exchange): string {
  if (isLost(reply)) return `no response (${reply.detail})`;
  if (isAccepted({ reply })) return 'accepted';
  return isRejected({ reply }) ? `rejected (${reply.status})` : `status ${reply.status}`;
}

/** The outcome as a verb: "was accepted", "was rejected (422)", "got status 500" or "got no response (…)". */
export const outcomeVerb = (exchange: Exchange): string =>
  `${wasAccepted(exchange) || wasRejected(exchange) ? 'was' : 'got'} ${outcomeOf(exchange)}`;

export const wasAccepted = ({ reply }: Pick<Exchange, 'reply'>): boolean =>
  !isLost(reply) && isAccepted({ reply });

export const wasRejected = ({ reply }: Exchange): boolean => !isLost(reply) && isRejected({ reply });
