import { type Exchange, type HttpResponse, isLost, type Lost } from '../../src/http/exchange.ts';

/** Accepted is 2xx, rejected is 4xx, and nothing else is either (READINGS, levels). */
export const isAccepted = ({ response }: { readonly response: HttpResponse }): boolean =>
  response.status >= 200 && response.status <= 299;

export const isRejected = ({ response }: { readonly response: HttpResponse }): boolean =>
  response.status >= 400 && response.status <= 499;

export const isRedirect = ({ status }: HttpResponse): boolean => status >= 300 && status <= 399;

/** The statuses that say that a record is not there, or not there any more. */
export const missingStatuses: readonly number[] = [404, 410];

/** Whether a response says that a record is not there, or not there any more. */
export const isMissing = ({ response }: Pick<Exchange, 'response'>): boolean =>
  !isLost(response) && missingStatuses.includes(response.status);

/**
 * Limits of size, which the specification leaves open (READINGS 28), by the status that names them: what is limited, and
 * which sizes of a request it is about. Node also returns 431 for a long address.
 */
export const limits = new Map([
  [413, { what: 'the size of a request body', sizes: ['body'] as const }],
  [414, { what: 'the length of an address', sizes: ['address'] as const }],
  [431, { what: 'the size of request headers', sizes: ['header', 'headers', 'longAddress'] as const }],
]);

/**
 * The limit of size that a response names, as the end of a sentence. {@link AcceptedRequests} knows whether it can be true.
 */
export function limitNamed(response: HttpResponse | Lost): string | undefined {
  const limit = isLost(response) ? undefined : limits.get(response.status);
  return limit === undefined
    ? undefined
    : `returned ${(response as HttpResponse).status}: ${limit.what} is limited, and the specification leaves that open`;
}

export function outcomeOf({ response }: Exchange): string {
  if (isLost(response)) return `no response (${response.detail})`;
  if (isAccepted({ response })) return 'accepted';
  return isRejected({ response }) ? `rejected (${response.status})` : `status ${response.status}`;
}

/** The outcome as a verb: "was accepted", "was rejected (422)", "got status 500" or "got no response (…)". */
export const outcomeVerb = (exchange: Exchange): string =>
  `${wasAccepted(exchange) || wasRejected(exchange) ? 'was' : 'got'} ${outcomeOf(exchange)}`;

/** Whether a response is 2xx. */
export const wasAccepted = ({ response }: Pick<Exchange, 'response'>): boolean =>
  !isLost(response) && isAccepted({ response });

/** Whether a response is 4xx. */
export const wasRejected = ({ response }: Exchange): boolean => !isLost(response) && isRejected({ response });
