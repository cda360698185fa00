// Requests to operations that only return something.

import { operationIn } from '../../src/contract/operations.ts';
import { at } from '../../src/json/json.ts';
import { editsToReject } from '../access/edits.ts';
import { experiments } from '../core/context.ts';
import { attemptReads } from '../core/read-attempts.ts';
import { letIn } from '../core/requests.ts';

export default experiments('get', {
  get: (operation) => ({
    run: async (context) => {
      const { path, parameters, method } = operationIn(context.contract, operation);
      const given = parameters.flatMap((one) => {
        const value =
          at(one, 'example') ??
          at(one.schema, 'example') ??
          at(one.schema, 'examples', 0) ??
          at(one.schema, 'default');
        return [{ name: one.name, in: one.in, required: at(one, 'required') === true, value }];
      });
      // Without a value for what is required, nothing can be asked.
      if (given.some(({ required, value }) => required && value === undefined)) return;
      const query = given
        .filter((one) => one.in === 'query' && one.required)
        .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
        .join('&');
      const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) =>
        encodeURIComponent(String(given.find((one) => one.name === name)?.value)),
      );
      const target = query === '' ? filled : `${filled}?${query}`;
      const request = letIn(context, operation, { method, target });
      const edits = editsToReject(context.contract, operation).map(
        ({ rule, words, edit, redirectRejects }) => ({
          clause: `${operation}/${rule}`,
          what: `a request ${words}`,
          request: edit(request),
          ...(redirectRejects ? { redirectRejects } : {}),
        }),
      );
      await attemptReads(context, request, edits);
    },
  }),
});
