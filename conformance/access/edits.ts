import type { Contract, OperationId } from '../../src/contract/contract.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { otherScheme, schemesOf } from '../../src/contract/security.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { inventedFor, withCredential, withoutCredential } from '../../src/secrets/credentials.ts';

type Places = Pick<HttpRequest, 'target' | 'headers'>;

/** A change of a request that was let in, after which it is not, and the rule that says so. */
export type CredentialEdit = {
  readonly rule: string;
  /** What a request is like after it, such as `without credentials`. */
  readonly words: string;
  readonly edit: <T extends Places>(request: T) => T;
};

/** The changes of credentials that an operation does not let in; none if it needs no credentials. */
export function credentialEdits(contract: Contract, operation: OperationId): readonly CredentialEdit[] {
  const own = operationIn(contract, operation);
  const other = otherScheme(own);
  const without = <T extends Places>(request: T): T =>
    schemesOf(own).reduce((one, scheme) => withoutCredential(one, scheme), request);
  const edits: CredentialEdit[] = [
    { rule: 'authorization', words: 'without credentials', edit: without },
    ...(other
      ? [
          {
            rule: 'other-scheme-rejected',
            words: `with an invented credential of the scheme ${other.prefix}`,
            edit: <T extends Places>(request: T): T =>
              withCredential(without(request), other, inventedFor(other)),
          },
        ]
      : []),
  ];
  return edits.filter(({ rule }) => contract.clauses.has(`${operation}/${rule}`));
}
