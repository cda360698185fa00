import { permittedOption } from '../contract/choices.ts';
import { clauseId } from '../contract/kind-clauses.ts';
import type { Operation, OperationId } from '../contract/operations.ts';
import { allSchemes, bearer, needsCredentials, type SecurityScheme } from '../contract/security.ts';
import { type HttpRequest, header } from '../http/exchange.ts';
import { credentialIn, credentialOf, writtenIn } from '../secrets/credentials.ts';
import type { Setup } from './operation.ts';
import { operationPointer } from './reasons.ts';
import { choiceReason, type Reason, type Rejection, reject } from './responses.ts';

/** A stub lets in any bearer token, unless each operation has its own. */
export const anyToken = 'any-token-will-do';

export const ownToken = (operation: OperationId): string => `token-for-${operation}`;

/** Rejects a request that no way of the contract lets in. Any credential is accepted, unless each operation has its own. */
export function authorise(
  request: Pick<HttpRequest, 'target' | 'headers'>,
  operation: Operation,
  setup: Setup,
): Rejection | undefined {
  const isNeeded = needsCredentials(operation);
  if (!isNeeded && setup.choices.authentication !== 'required') return undefined;
  const ways = isNeeded ? operation.security : [[bearer]];
  const rejections = ways.map((way) =>
    way
      .map((scheme) => rejectionBy(scheme, request, operation, setup))
      .find((rejection) => rejection !== undefined),
  );
  return rejections.includes(undefined) ? undefined : rejections[0];
}

/** Why a request is not let in by a scheme; undefined if it is. */
function rejectionBy(
  scheme: SecurityScheme,
  request: Pick<HttpRequest, 'target' | 'headers'>,
  operation: Operation,
  { contract, choices }: Setup,
): Rejection | undefined {
  const { id } = operation;
  const { in: place, field, prefix } = scheme;
  const name = prefix === undefined ? field : 'Authorization';
  const unauthorised = (what: string, reason: Reason): Rejection => {
    const chosen = choices['unauthorised-status'];
    const status = permittedOption(contract, operation, 'unauthorised-status', chosen);
    return reject(
      status,
      [
        {
          detail: `the ${place === 'query' ? 'parameter' : place} ${name} ${what}`,
          source: place === 'header' ? { header: name } : { parameter: name },
          reason: { pointer: operationPointer(operation, 'security'), ...reason },
        },
      ],
      status === 302 ? [['location', '/login']] : [['www-authenticate', challenges[prefix ?? 'key']]],
    );
  };
  const otherScheme: Reason = { clause: clauseId(id, 'other-scheme-rejected') };
  const isOther = prefix === undefined && header(request.headers, 'authorization') !== undefined;
  const needed = (): Reason => {
    if (isOther) return otherScheme;
    return needsCredentials(operation)
      ? { clause: clauseId(id, 'authorization') }
      : choiceReason('authentication', id);
  };
  const given = credentialIn(request, scheme);
  if (given === undefined || (prefix === undefined && given === ''))
    return unauthorised('is missing', needed());
  const isOfOther = allSchemes(contract.operations).some(
    (other) => other.name !== scheme.name && given === writtenIn(other, credentialOf(other)),
  );
  if (isOfOther)
    return unauthorised('has the credential of another scheme', {
      clause: clauseId(id, 'other-credential-rejected'),
    });
  if (prefix === undefined) return undefined;
  const [written = '', token, ...rest] = given.split(/ +/);
  if (rest.length > 0) return unauthorised('has no token', needed());
  if (token === undefined)
    return unauthorised(`has no ${prefix === 'Bearer' ? 'bearer token' : 'user and password'}`, needed());
  if (written.toLowerCase() !== prefix.toLowerCase())
    return unauthorised(`is not of the scheme ${prefix}`, otherScheme);
  if (written !== prefix && choices['scheme-case'] === 'rejected')
    return unauthorised(`is not of the scheme ${prefix}`, choiceReason('scheme-case'));
  return choices.tokens === 'own' && prefix === 'Bearer' && token !== ownToken(id)
    ? unauthorised('has the token of another operation', choiceReason('tokens', id))
    : undefined;
}

/** What `WWW-Authenticate` says of each scheme; no standard has one for API keys. */
const challenges = { Bearer: 'Bearer', Basic: 'Basic realm="assay"', key: 'ApiKey' };
