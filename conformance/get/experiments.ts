// Requests to operations that only return something.

import { neededParameters, parameterExample } from '../../src/contract/needed-parameters.ts';
import { operationIn } from '../../src/contract/operations.ts';
import { percentEncoded } from '../../src/percent.ts';
import { credentialIn } from '../../src/secrets/credentials.ts';
import { readsToReject } from '../access/edits.ts';
import { tryInvented } from '../access/invented.ts';
import { experiments } from '../core/context.ts';
import { letIn } from '../core/let-in.ts';
import { attemptReads } from '../core/read-attempts.ts';

export default experiments('get', {
  get: (operation) => ({
    shows: 'a request with the values that the contract shows, and without what it needs',
    run: async (context) => {
      const { path, parameters, method } = operationIn(context.contract, operation);
      const given = parameters
        .filter((one) => one.in === 'path')
        .map((one) => ({ name: one.name, value: parameterExample(one) }));
      const needed = neededParameters(operationIn(context.contract, operation));
      const isUnknown = ({ parameter, place }: (typeof needed)[number]): boolean =>
        parameterExample(parameter) === undefined &&
        credentialIn({ target: '', headers: context.target.headers }, place) === undefined;
      // Without a value for what is required, nothing can be asked.
      if (given.some(({ value }) => value === undefined) || needed.some(isUnknown)) return;
      const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
        percentEncoded(String(given.find((one) => one.name === name)?.value)),
      );
      const request = letIn(context, operation, { method, target: filled });
      await attemptReads(context, request, readsToReject(context, operation, request));
      await tryInvented(context, operation, request);
    },
  }),
});
