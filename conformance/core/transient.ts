import { type HttpResponse, header, isLost, type Lost } from '../../src/http/exchange.ts';
import type { RunExchange } from './exchange.ts';
import { type Remedy, rateRemedy } from './remedies.ts';
import { isRedirect } from './status.ts';
import type { Explanation } from './verdict.ts';

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
export const asksForRest = ({ status, headers }: HttpResponse): boolean =>
  passing.slowing.includes(status) ||
  ((passing.transient.includes(status) || isSuspicious(status)) &&
    header(headers, 'retry-after') !== undefined);

export function restAsked({ headers }: HttpResponse): number | undefined {
  const asked = header(headers, 'retry-after')?.trim();
  if (asked === undefined) return undefined;
  const rest = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Number.isNaN(rest) ? undefined : rest;
}

export const isStarting = ({ status }: HttpResponse): boolean => passing.starting.includes(status);

/** What tells whether a failure is transient. */
type Delivered<Response> = {
  readonly response: Response;
  readonly cameBack?: RunExchange['cameBack'] | undefined;
};

/**
 * Whether a gateway or a limiter sent a response. Some limiters use other statuses with `Retry-After`; one that
 * comes back after every wait is not from a limiter.
 */
export const isInterfering = ({ response, cameBack }: Delivered<HttpResponse>): boolean =>
  cameBack === 'blocked' ||
  passing.transient.includes(response.status) ||
  (cameBack === undefined && asksForRest(response));

/**
 * Whether a failure may be that of a single replica, a firewall or a limiter, so that the request is sent again
 * before it counts (READINGS P3).
 */
export const mayPass = ({ response, cameBack }: Delivered<HttpResponse | Lost>): boolean =>
  !isLost(response) && !isInterfering({ response, cameBack }) && isSuspicious(response.status);

/** Whether a retry needs another connection (RFC 9110, 15.5.9 and 15.5.20). */
export const wantsFreshConnection = ({ status }: HttpResponse): boolean => status === 408 || status === 421;

/** A longer pause is not one between requests, in milliseconds. */
const longestRest = 600_000;

/** Why a response says nothing about the contract, if so: it was lost, came from a gateway, or redirects. */
export function transientFailure({
  response,
  cameBack,
}: Delivered<HttpResponse | Lost>): { why: Explanation; remedy?: Remedy } | undefined {
  if (isLost(response)) {
    const remedy = response.remedy ?? (response.lost === 'connection' ? rateRemedy : undefined);
    const why = { kind: 'lost', detail: response.detail } as const;
    return { why, ...(remedy === undefined ? {} : { remedy }) };
  }
  const { status, headers } = response;
  if (isInterfering({ response, cameBack })) {
    if (cameBack === 'blocked') return { why: { kind: 'blocked at times', status }, remedy: rateRemedy };
    const why = { kind: 'transient failure', status } as const;
    const rest = restAsked(response) ?? 0;
    // A quota: no rate keeps within it.
    if (rest > longestRest) return { why: { ...why, minutes: Math.ceil(rest / 60_000) } };
    // A lower rate does not help if every retry failed.
    if (cameBack === 'always' && status !== 429) return { why: { ...why, isLasting: true } };
    return wantsFreshConnection(response) ? { why } : { why, remedy: rateRemedy };
  }
  if (!isRedirect(response) || status === 304) return undefined;
  const where = header(headers, 'location');
  return { why: { kind: 'redirect', status, ...(where === undefined ? {} : { where }) } };
}
