// What is true of every operation that needs a credential; an operation with a rule of the same name replaces it.

import type { Contract, OperationId } from '../../../src/contract/contract.ts';
import { operationIn } from '../../../src/contract/operations.ts';
import { otherScheme, type SecurityScheme } from '../../../src/contract/security.ts';
import { type HttpRequest, header, type Mutant } from '../../../src/http/exchange.ts';
import { credentialIn, inventedFor, withCredential } from '../../../src/secrets/credentials.ts';
import { rules } from '../../core/rule.ts';
import { overlook } from '../../mutants/edits.ts';
import { claimFor } from '../claims.ts';

/** A mutant that lets requests in that have no credential, or another one. */
const lettingIn = (
  contract: Contract,
  operation: OperationId,
  isMeant: (request: HttpRequest, way: readonly SecurityScheme[]) => boolean,
): Mutant => {
  const [way = []] = operationIn(contract, operation).security;
  return overlook(operation, (request) =>
    isMeant(request, way)
      ? way.reduce((one, scheme) => withCredential(one, scheme, inventedFor(scheme)), request)
      : request,
  );
};

export default rules('all', ['access', 'access'], {
  authorization: (operation, contract) => ({
    title: 'a request without credentials is not accepted',
    shows: 'authorization',
    claims: [claimFor(contract, operation)],
    mutants: {
      'no credentials are needed': lettingIn(
        contract,
        operation,
        (request, way) =>
          header(request.headers, 'authorization') === undefined &&
          way.every((scheme) => credentialIn(request, scheme) === undefined),
      ),
    },
  }),
  'other-scheme-rejected': (operation, contract) => {
    const prefix = otherScheme(operationIn(contract, operation))?.prefix ?? '';
    return {
      title: `a request with an invented credential of the scheme ${prefix} is not accepted`,
      claims: [claimFor(contract, operation)],
      mutants: {
        'any scheme is accepted': lettingIn(contract, operation, ({ headers }) =>
          (header(headers, 'authorization') ?? '').startsWith(`${prefix} `),
        ),
      },
    };
  },
});
