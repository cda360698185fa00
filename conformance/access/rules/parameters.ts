// That a request has the parameters that the contract requires in its query, its headers and its cookies.

import { neededParameters } from '../../../src/contract/needed-parameters.ts';
import { operationIn } from '../../../src/contract/operations.ts';
import { credentialIn, withCredential } from '../../../src/secrets/credentials.ts';
import { valueOfNeeded } from '../../core/requests.ts';
import { rules } from '../../core/rule.ts';
import type { Target } from '../../core/target.ts';
import { overlook } from '../../mutants/edits.ts';
import { claimFor } from '../claims.ts';
import { requiredRule } from '../edits.ts';

export default rules('all', ['rejections', 'parameters'], (operation, contract) => {
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
