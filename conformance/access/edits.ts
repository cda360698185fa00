import { clauseOfRequired } from '../../src/contract/constraints.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { neededParameters } from '../../src/contract/needed-parameters.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { otherScheme, schemesOf } from '../../src/contract/security.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { inventedFor, withCredential, withoutCredential } from '../../src/secrets/credentials.ts';

type Places = Pick<HttpRequest, 'target' | 'headers'>;

/** A change of a request that was accepted, after which it is not, and the rule that says so. */
type RequestEdit = {
  readonly rule: string;
  /** What a request is like after it, such as `without credentials`. */
  readonly words: string;
  /** Whether a redirect rejects it, too. */
  readonly redirectRejects?: true;
  readonly edit: <T extends Places>(request: T) => T;
};

/** The changes of whatever every request to an operation needs: credentials, and required parameters. */
export function editsToReject(contract: Contract, operation: OperationId): readonly RequestEdit[] {
  const own = operationIn(contract, operation);
  const other = otherScheme(own);
  const without = <T extends Places>(request: T): T =>
    schemesOf(own).reduce((one, scheme) => withoutCredential(one, scheme), request);
  const edits: RequestEdit[] = [
    { rule: 'authorization', words: 'without credentials', redirectRejects: true, edit: without },
    ...(other
      ? [
          {
            rule: 'other-scheme-rejected',
            redirectRejects: true as const,
            words: `with an invented credential of the scheme ${other.prefix}`,
            edit: <T extends Places>(request: T): T =>
              withCredential(without(request), other, inventedFor(other)),
          },
        ]
      : []),
    ...neededParameters(own).map(({ place }) => ({
      rule: requiredRule(place.name),
      words: `without the ${place.in === 'query' ? '' : `${place.in} `}parameter ${place.name}`,
      edit: <T extends Places>(request: T): T => withoutCredential(request, place),
    })),
  ];
  return edits.filter(({ rule }) => contract.clauses.has(`${operation}/${rule}`));
}

export const requiredRule = (name: string): string => clauseOfRequired('', name).slice(1);
