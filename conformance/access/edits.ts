import { clauseOfRequired } from '../../src/contract/constraints.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { neededParameters } from '../../src/contract/needed-parameters.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { otherScheme, schemesOf } from '../../src/contract/security.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { inventedFor, withCredential, withoutCredential } from '../../src/secrets/credentials.ts';
import type { Attempt } from '../core/evidence.ts';

/** A change of a request that was accepted, after which it is not, and what is tried by that. */
type RequestEdit = Pick<Attempt, 'clause' | 'what' | 'redirectRejects'> & {
  readonly edit: (request: HttpRequest) => HttpRequest;
};

/** The changes of whatever every request to an operation needs: credentials, and required parameters. */
export function editsToReject(contract: Contract, operation: OperationId): readonly RequestEdit[] {
  const own = operationIn(contract, operation);
  const other = otherScheme(own);
  const without = (request: HttpRequest): HttpRequest =>
    schemesOf(own).reduce((one, scheme) => withoutCredential(one, scheme), request);
  const edits: RequestEdit[] = [
    { clause: 'authorization', what: 'without credentials', redirectRejects: true, edit: without },
    ...(other
      ? [
          {
            clause: 'other-scheme-rejected',
            redirectRejects: true,
            what: `with an invented credential of the scheme ${other.prefix}`,
            edit: (request: HttpRequest) => withCredential(without(request), other, inventedFor(other)),
          },
        ]
      : []),
    ...neededParameters(own).map(({ place }) => ({
      clause: requiredRule(place.name),
      what: `without the ${place.in === 'query' ? '' : `${place.in} `}parameter ${place.name}`,
      edit: (request: HttpRequest) => withoutCredential(request, place),
    })),
  ];
  return edits
    .map((one) => ({ ...one, clause: `${operation}/${one.clause}`, what: `a request ${one.what}` }))
    .filter(({ clause }) => (contract.clauses.get(clause)?.level ?? 'unspecified') !== 'unspecified');
}

export const requiredRule = (name: string): string => clauseOfRequired('', name).slice(1);
