import { clauseOfRequired } from '../../src/contract/constraint-clauses.ts';
import { clauseId } from '../../src/contract/kind-clauses.ts';
import { neededParameters } from '../../src/contract/needed-parameters.ts';
import { type OperationId, operationIn } from '../../src/contract/operations.ts';
import { refusedSchemes } from '../../src/contract/refused-schemes.ts';
import { otherScheme, schemesOf } from '../../src/contract/security.ts';
import type { HttpRequest } from '../../src/http/exchange.ts';
import {
  inventedFor,
  withCredential,
  withoutCredential,
  withoutCredentials,
} from '../../src/secrets/credentials.ts';
import type { ExperimentContext } from '../core/context.ts';
import type { Attempt } from '../core/evidence.ts';
import type { ReadTrial } from '../core/read-attempts.ts';

/** A change of a request that was accepted, after which it is not, and what is tried by that. */
type RequestEdit = Pick<Attempt, 'clause' | 'what' | 'redirectRejects'> & {
  readonly edit: (request: HttpRequest) => HttpRequest;
};

/** The changes of whatever every request to an operation needs: credentials, and required parameters. */
export function editsToReject(
  { contract, target }: Pick<ExperimentContext, 'contract' | 'target'>,
  operation: OperationId,
): readonly RequestEdit[] {
  const own = operationIn(contract, operation);
  const other = otherScheme(own);
  const without = (request: HttpRequest): HttpRequest => withoutCredentials(request, schemesOf(own));
  const taken = schemesOf(own).map(({ name }) => target.tokens[name]);
  const refused = refusedSchemes(contract, own).flatMap((scheme): RequestEdit[] => {
    const value = target.tokens[scheme.name];
    if (value === undefined || [...taken, target.tokens[operation]].includes(value)) return [];
    return [
      {
        clause: clauseId(operation, 'other-credential-rejected'),
        redirectRejects: true,
        what: `with no credential but that of ${scheme.name}`,
        edit: (request) => withCredential(without(request), scheme, value),
      },
    ];
  });
  const edits: RequestEdit[] = [
    {
      clause: clauseId(operation, 'authorization'),
      what: 'without credentials',
      redirectRejects: true,
      edit: without,
    },
    ...(other
      ? [
          {
            clause: clauseId(operation, 'other-scheme-rejected'),
            redirectRejects: true,
            what: `with an invented credential of the scheme ${other.prefix}`,
            edit: (request: HttpRequest) => withCredential(without(request), other, inventedFor(other)),
          },
        ]
      : []),
    ...refused,
    ...neededParameters(own).map(({ place }) => ({
      clause: clauseOfRequired(operation, place.name),
      what: `without the ${place.in === 'query' ? '' : `${place.in} `}parameter ${place.name}`,
      edit: (request: HttpRequest) => withoutCredential(request, place),
    })),
  ];
  return edits
    .map((one) => ({ ...one, what: `a request ${one.what}` }))
    .filter(({ clause }) => (contract.clauses.get(clause)?.level ?? 'unspecified') !== 'unspecified');
}

/** Reads without what every request to an operation needs, made from one that is accepted. */
export const readsToReject = (
  context: ExperimentContext,
  operation: OperationId,
  control: HttpRequest,
): readonly ReadTrial[] =>
  editsToReject(context, operation).map(({ edit, ...trial }) => ({ ...trial, request: edit(control) }));

export const requiredRule = (name: string): string => clauseOfRequired('', name).slice(1);
