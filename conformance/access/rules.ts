// What every request needs: a credential, and the parameters that are required in queries, headers and cookies. An
// operation with a rule of the same name replaces it.

import type { Contract } from '../../src/contract/contract.ts';
import { neededParameters } from '../../src/contract/needed-parameters.ts';
import { isOfKind, type OperationId, operationIn } from '../../src/contract/operations.ts';
import { refusedSchemes } from '../../src/contract/refused-schemes.ts';
import { allSchemes, otherScheme, type SecurityScheme } from '../../src/contract/security.ts';
import { type HttpRequest, header, type Mutant } from '../../src/http/exchange.ts';
import {
  credentialIn,
  credentialOf,
  hasInvented,
  withCredential,
  withInvented,
  withoutCredentials,
  writtenIn,
} from '../../src/secrets/credentials.ts';
import type { Claim } from '../core/claim.ts';
import { attempts } from '../core/judge-attempts.ts';
import { valueOfNeeded } from '../core/let-in.ts';
import { operationOf } from '../core/operation-of.ts';
import { readsRejected } from '../core/read-attempts.ts';
import { type KindRows, kindRules } from '../core/rule.ts';
import type { Target } from '../core/target.ts';
import { overlook } from '../mutants/edits.ts';
import { requiredRule } from './edits.ts';
import { rejectedAsElsewhere } from './invented.ts';

/** The claim that what was to be rejected was rejected, with or without a record of it. */
const claimFor = (contract: Contract, operation: OperationId): Claim =>
  isOfKind(contract, operation, 'create') ? attempts : readsRejected;

/** A mutant that lets requests in that have no credential, or another one. */
const lettingIn = (
  contract: Contract,
  operation: OperationId,
  isMeant: (request: HttpRequest, way: readonly SecurityScheme[]) => boolean,
): Mutant => {
  const [schemes = []] = operationIn(contract, operation).security;
  return overlook(operation, (request) =>
    isMeant(request, schemes) ? withInvented(request, schemes) : request,
  );
};

const credentials = kindRules('all', ['access', 'access'], {
  authorization: (operation, contract) => ({
    title: 'a request without credentials is not accepted',
    shows: 'authorization',
    claims: [claimFor(contract, operation)],
    mutants: {
      'no credentials are needed': lettingIn(
        contract,
        operation,
        (request, schemes) =>
          header(request.headers, 'authorization') === undefined &&
          schemes.every((scheme) => credentialIn(request, scheme) === undefined),
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
  'invented-rejected': (operation) => ({
    title: 'an invented credential that other operations reject is rejected',
    claims: [rejectedAsElsewhere],
    mutants: { 'only other operations reject an invented credential': rejectingElsewhere(operation) },
  }),
  'other-credential-rejected': (operation, contract) => ({
    title: 'a request with no credential but one of another scheme of the contract is not accepted',
    claims: [claimFor(contract, operation)],
    mutants: {
      'any known credential lets in': lettingIn(contract, operation, (request) =>
        refusedSchemes(contract, operationIn(contract, operation)).some(
          (scheme) => credentialIn(request, scheme) === writtenIn(scheme, credentialOf(scheme)),
        ),
      ),
    },
  }),
});

/** A mutant in which all operations but one reject what was invented. */
const rejectingElsewhere =
  (operation: OperationId): Mutant =>
  (next, contract) =>
  async (request) => {
    const isInvented = hasInvented(operationIn(contract, operation), request);
    return isInvented && operationOf(contract, request) !== operation
      ? next(withoutCredentials(request, allSchemes(contract.operations)))
      : next(request);
  };

const parameters = kindRules('all', ['rejections', 'parameters'], (operation, contract): KindRows => {
  const own = operationIn(contract, operation);
  /** A value with which a request would be served. */
  const valueIn = (target: Target, needed: ReturnType<typeof neededParameters>[number]): string => {
    const place = own.pathParameters.length + (own.list?.required.indexOf(needed.place.name) ?? 0);
    const declared = target.collections.find((one) => one.operation === operation)?.values[place];
    const isOfCollection = own.list?.required.includes(needed.place.name) === true;
    return (isOfCollection ? declared : undefined) ?? valueOfNeeded({ contract, target }, needed);
  };
  return Object.fromEntries(
    neededParameters(own).map((needed) => {
      const { name, in: place } = needed.place;
      const words = `${place === 'query' ? '' : `${place} `}parameter ${name}`;
      return [
        requiredRule(name),
        {
          title: `a request without the ${words} is rejected`,
          claims: [claimFor(contract, operation)],
          mutants: {
            [`the ${words} may be left out`]: {
              wireFor: (target: Target) =>
                overlook(operation, (request) =>
                  credentialIn(request, needed.place) === undefined
                    ? withCredential(request, needed.place, valueIn(target, needed))
                    : request,
                ),
            },
          },
        },
      ];
    }),
  );
});

export default [credentials, parameters];
