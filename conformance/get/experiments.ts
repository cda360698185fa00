// Requests to operations that only return something.

import { parameterExample } from '../../src/contract/needed-parameters.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { percentEncoded } from '../../src/percent.ts';
import { readsToReject } from '../access/edits.ts';
import { tryInvented } from '../access/invented.ts';
import { experiments } from '../core/context.ts';
import { letIn } from '../core/let-in.ts';
import { attemptReads } from '../core/read-attempts.ts';
import { unknownParameter } from './unknown-parameter.ts';

export default experiments('get', {
  get: (operation) => ({
    shows: 'a request with the values that the contract shows, and without what it needs',
    run: async (context) => {
      const { path, parameters, method } = operationIn(context.contract, operation);
      if (unknownParameter(context, operation)) return;
      const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
        const given = parameters.find((one) => one.in === 'path' && one.name === name);
        return percentEncoded(String(given && parameterExample(given)));
      });
      const request = letIn(context, operation, { method, target: filled });
      await attemptReads(context, request, readsToReject(context, operation, request));
      await tryInvented(context, operation, request);
    },
  }),
});
