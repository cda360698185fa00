import { idsOf, type OperationId, operationIn } from '../contract/operations.ts';
import { type Header, header } from '../http/exchange.ts';
import type { Setup } from './operation.ts';
import { choiceReason, type Reason, type Rejection, reject } from './responses.ts';

export const ownToken = (operation: OperationId): string => `token-for-${operation}`;

/** Any token is accepted, unless each operation has its own. */
export function authorise(
  headers: readonly Header[],
  operation: OperationId,
  { contract, choices, pointers }: Setup,
): Rejection | undefined {
  const unauthorised = (what: string, reason: Reason): Rejection =>
    reject(
      choices['unauthorised-status'],
      [
        {
          detail: `the header Authorization ${what}`,
          source: { header: 'Authorization' },
          reason: { pointer: pointers.operation(operation, 'security'), ...reason },
        },
      ],
      choices['unauthorised-status'] === 302 ? [['location', '/login']] : [['www-authenticate', 'Bearer']],
    );
  const needed = (): Reason =>
    operationIn(contract, operation).needsToken
      ? { clause: `${operation}/authorization` }
      : choiceReason('authentication', operation);
  const clauseOn = (name: string): Reason => {
    const own = [operation, ...idsOf(contract)].find((id) => contract.clauses.has(`${id}/${name}`));
    return own === undefined ? {} : { clause: `${own}/${name}` };
  };
  const given = header(headers, 'authorization')?.trim();
  if (given === undefined) return unauthorised('is missing', needed());
  const [scheme = '', token, ...rest] = given.includes('  ') ? given.split(/ +/) : given.split(' ');
  const isBearer = scheme.toLowerCase() === 'bearer';
  if (rest.length > 0) return unauthorised('has no token', needed());
  if (token === undefined)
    return unauthorised('has no bearer token', clauseOn(`${isBearer ? 'empty' : 'bare'}-token-rejected`));
  if (!isBearer) return unauthorised('is not of the scheme Bearer', clauseOn('other-scheme-rejected'));
  if (scheme !== 'Bearer' && choices['scheme-case'] === 'rejected')
    return unauthorised('is not of the scheme Bearer', choiceReason('scheme-case'));
  return choices.tokens === 'own' && token !== ownToken(operation)
    ? unauthorised('has the token of another operation', choiceReason('tokens', operation))
    : undefined;
}
