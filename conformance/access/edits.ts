import { clauseOfRequired } from '../../src/contract/constraints.ts';
import type { Contract, OperationId } from '../../src/contract/contract.ts';
import type { Parameter } from '../../src/contract/list.ts';
import { type Operation, operationIn } from '../../src/contract/operations.ts';
import { otherScheme, schemesOf } from '../../src/contract/security.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import { at } from '../../src/json/json.ts';
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
    ...requiredParameters(own).map(({ name }) => ({
      rule: requiredRule(name),
      words: `without the parameter ${name}`,
      edit: <T extends Places>(request: T): T => ({ ...request, target: withoutPair(request.target, name) }),
    })),
  ];
  return edits.filter(({ rule }) => contract.clauses.has(`${operation}/${rule}`));
}

/** The parameters that the query of every request must have. */
export const requiredParameters = ({ parameters }: Operation): readonly Parameter[] =>
  parameters.filter((one) => one.in === 'query' && at(one, 'required') === true);

export const requiredRule = (name: string): string => clauseOfRequired('', name).slice(1);

function withoutPair(target: string, name: string): string {
  const [path = '', query = ''] = target.split('?');
  const pairs = query.split('&').filter((pair) => !new URLSearchParams(pair).has(name));
  return pairs.join('&') === '' ? path : `${path}?${pairs.join('&')}`;
}
