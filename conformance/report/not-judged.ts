// The words for operations and collections that cannot be judged, and for targets that cannot be checked at all.

import { UserError } from '../../src/errors.ts';
import { isLoopback } from '../../src/http/exchange.ts';
import { uuids } from '../../src/json/uuid.ts';
import { isOption, remedyWords } from '../core/remedies.ts';
import { type Search, type Starting, Unreached, type UnreachedReason } from '../core/unavailable.ts';
import type { Unavailable } from '../core/verdict.ts';

type ShownBy = Pick<Unavailable, 'shown'>;

type SeenAs = Pick<Unavailable, 'shown' | 'state'> & { readonly operation?: Unavailable['operation'] };

export const returnedWords = ({ shown }: ShownBy): string =>
  shown ? `${shown.status}${shown.message && ` "${shown.message}"`}` : '';

export function sawWords({ shown, state, operation }: SeenAs): string {
  if (shown) return `${shown.request}  ${returnedWords({ shown })}`;
  if (state !== 'no example') return 'the target file and --at name no collection';
  const words = 'no value of a required parameter is known';
  return operation === undefined ? words : `${operation}: ${words}`;
}

export const shortSawWords = ({ shown }: ShownBy): string =>
  shown ? `${shown.request.replaceAll(uuids, '…')}  ${shown.status}` : 'no collection is named';

export function adviceWords({ collection, shown, unknown, remedy, at, unread }: Unavailable): string {
  if (unread)
    return `no page ${unread.pages === 'further' ? 'beyond the first' : `from the first ${unread.record} on`} was served`;
  if (unknown !== undefined)
    return `nothing says which {${unknown}} there is; add an "example" to this parameter in the contract`;
  if (remedy === undefined)
    return `not served here; ${collection === undefined ? 'is it not implemented yet' : 'is this collection right'}?`;
  const line = remedyWords(remedy);
  if (at !== undefined) return `add ${line}, or --at ${at}`;
  if (isOption(remedy))
    return `run again with ${line}: requests that were rejected like this one were accepted later`;
  return shown?.isPage
    ? `if this page of HTML is not of your server, let the request through where it is sent; else add ${line}`
    : `add ${line}`;
}

/** Waits for work on a target; that it cannot be checked is a {@link UserError}. */
export const reaching = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof Unreached)) throw error;
    const { baseUrl, reason } = error;
    const lines = reason.kind === 'nothing served' ? reason.missing.map(sawWords) : [];
    throw new UserError(unreachedWords(reason, baseUrl), lines);
  });

function unreachedWords(reason: UnreachedReason, baseUrl: string): string {
  switch (reason.kind) {
    case 'no operation':
      return 'the contract has no operation that assay can check.';
    case 'other scheme':
      return `${baseUrl} speaks ${reason.scheme} on this port; use ${reason.address}.`;
    case 'lost':
      return `${baseUrl} cannot be checked: ${reason.detail}; ${reason.advice === undefined ? whereIsServer(baseUrl) : `${reason.advice}.`}`;
    case 'redirect': {
      const { status, where, base } = reason;
      const final = base === undefined ? 'name the final address' : `use ${base}`;
      return `${baseUrl} redirects${where === undefined ? '' : ` to ${where}`} (${status}), and redirects are not followed; ${final}.`;
    }
    case 'proxy':
      return `${baseUrl} is behind a proxy that asks for credentials (407); put them into HTTP_PROXY or HTTPS_PROXY.`;
    case 'not started':
      return `${baseUrl} cannot be checked: after ${reason.seconds} s of waiting, ${startingWords(reason.saw)}; ${whereIsServer(baseUrl)}`;
    case 'nothing served': {
      const advice = reason.search ? searchWords(reason.search, baseUrl) : advicesWords(reason);
      return `${baseUrl} cannot be checked: no operation is served there; ${advice}.`;
    }
  }
}

export const startingWords = (saw: Starting): string => (typeof saw === 'number' ? `it returns ${saw}` : saw);

function advicesWords({
  missing,
  isTokenGiven,
}: Extract<UnreachedReason, { kind: 'nothing served' }>): string {
  const aboutToken = isTokenGiven
    ? 'it does not accept the token; correct "token" in the target file, --token or ASSAY_TOKEN'
    : 'it asks for a token: add one under "token" in the target file, or with --token or ASSAY_TOKEN';
  const words = missing.map((one) => {
    if (one.state === 'not let in') return aboutToken;
    return one.state === 'not implemented'
      ? 'implement the operations that return 404, 405 or 501'
      : adviceWords(one);
  });
  return [...new Set(words)].join('; ');
}

function searchWords({ tried, areCollections, found }: Search, baseUrl: string): string {
  if (found)
    return `does the API live under ${found.basePath}? There the path returns ${found.status}: check ${baseUrl}${found.basePath} instead`;
  return `give the base URL to which these paths are appended${areCollections ? ', or another collection' : ''} (nothing was found under ${tried.join(', ')} either)`;
}

/** What to check if no server responds. A container has its own loopback interface. */
export function whereIsServer(baseUrl: string, { container }: NodeJS.ProcessEnv = process.env): string {
  if (container === undefined || !isLoopback(baseUrl))
    return 'is the server running, and is this its address?';
  const { host } = new URL(baseUrl);
  const onHost = baseUrl.replace(/\/\/(\[[^\]]*\]|[^:/]+)/, '//host.docker.internal');
  return `${host} is this container itself; for a server on the host, write baseUrl: ${onHost} and writes: allow into the target file, or start the container with --network host.`;
}
