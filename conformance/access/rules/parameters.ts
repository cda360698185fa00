// That a query has the parameters that the contract requires.

import { sampleOf } from '../../../src/contract/fitting.ts';
import { operationIn } from '../../../src/contract/operations.ts';
import { at, type Json } from '../../../src/json/json.ts';
import { rules } from '../../core/rule.ts';
import type { Target } from '../../core/target.ts';
import { overlook } from '../../mutants/edits.ts';
import { claimFor } from '../claims.ts';
import { requiredParameters, requiredRule } from '../edits.ts';

export default rules('all', ['rejections', 'parameters'], (operation, contract) => {
  const own = operationIn(contract, operation);
  /** A value with which a request would be served. */
  const valueIn = ({ collections }: Target, name: string, schema: Json): string => {
    const place = own.pathParameters.length + (own.list?.required.indexOf(name) ?? 0);
    const declared = collections.find((one) => one.operation === operation)?.values[place];
    return declared ?? String(at(schema, 'example') ?? sampleOf(schema, contract.texts));
  };
  return Object.fromEntries(
    requiredParameters(own).map(({ name, schema }) => [
      requiredRule(name),
      {
        title: `a request without the parameter ${name} is rejected`,
        claims: [claimFor(contract, operation)],
        mutants: {
          [`the parameter ${name} may be left out`]: {
            wireFor: (target: Target) =>
              overlook(operation, (request) => {
                const [path = '', query = ''] = request.target.split('?');
                const search = new URLSearchParams(query);
                if (search.has(name)) return request;
                search.set(name, valueIn(target, name, schema));
                return { ...request, target: `${path}?${search}` };
              }),
          },
        },
      },
    ]),
  );
});
