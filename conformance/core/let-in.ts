// Which way into an operation a request takes, and with which secrets.

import { neededParameters, parameterExample } from '../../src/contract/needed-parameters.ts';
import { isOfKind, type Operation, type OperationId, operationIn } from '../../src/contract/operations.ts';
import { sampleOf } from '../../src/contract/schema-values.ts';
import { bearer, type SecurityScheme } from '../../src/contract/security.ts';
import type { Header, HttpRequest } from '../../src/http/exchange.ts';
import { credentialIn, withCredential } from '../../src/secrets/credentials.ts';
import type { ContractAndTarget } from './context.ts';
import type { Target } from './target.ts';

/** Any JSON is accepted; rules judge the type. */
const accept: Header = ['accept', 'application/json, application/*+json;q=0.9, */*;q=0.1'];

/** A request with what every request to an operation has: the headers of the target file, and what lets it in. */
export function letIn(
  { contract, target }: ContractAndTarget,
  operation: OperationId,
  request: Omit<HttpRequest, 'headers'>,
): HttpRequest {
  const isTold = target.headers.some(([name]) => name.toLowerCase() === 'accept');
  const withHeaders: HttpRequest = { ...request, headers: [...(isTold ? [] : [accept]), ...target.headers] };
  const own = operationIn(contract, operation);
  const open = credentialsFor(target, own).reduce(
    (one, [scheme, value]) => withCredential(one, scheme, value),
    withHeaders,
  );
  return neededParameters(own)
    .filter(({ place }) => !(isOfKind(contract, operation, 'list') && place.in === 'query'))
    .filter(({ place }) => credentialIn(open, place) === undefined)
    .reduce(
      (one, needed) => withCredential(one, needed.place, valueOfNeeded({ contract, target }, needed)),
      open,
    );
}

/** The value of a parameter that a request needs: that of the target file, else one that the contract shows or allows. */
export const valueOfNeeded = (
  { contract, target }: ContractAndTarget,
  { parameter, place }: ReturnType<typeof neededParameters>[number],
): string =>
  credentialIn({ target: '', headers: target.headers }, place) ??
  String(parameterExample(parameter) ?? sampleOf(parameter.schema, contract.texts));

/**
 * Whether it is known that a request to an operation has what it needs: the target file declares it, or a creation with
 * the same was accepted (READINGS P2).
 */
export const hasKnownParameters = (target: Target, operation: Operation, creation?: Operation): boolean =>
  neededParameters(operation).every(
    ({ place }) =>
      (operation.kind === 'list' && place.in === 'query') ||
      credentialIn({ target: '', headers: target.headers }, place) !== undefined ||
      (creation &&
        neededParameters(creation).some(
          (one) => one.place.in === place.in && one.place.field === place.field,
        )),
  );

type Credential = readonly [scheme: SecurityScheme, value: string];

/** The credentials of the first way into an operation that the target file has all of. */
function credentialsFor(target: Target, { id, security }: Operation): readonly Credential[] {
  const declared = ({ name }: SecurityScheme): string | undefined =>
    target.tokens[id] ?? target.tokens[name] ?? target.token;
  // Where the contract does not say how requests are let in, a token may be needed.
  const ways = security.length === 0 ? [[bearer]] : security.filter((way) => way.length > 0);
  const found = ways
    .map((way) =>
      way.flatMap((scheme): Credential[] => {
        const value = declared(scheme);
        return value === undefined ? [] : [[scheme, value]];
      }),
    )
    .find((credentials, index) => credentials.length === ways[index]?.length);
  return found ?? [];
}
