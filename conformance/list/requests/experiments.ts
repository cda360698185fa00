// Requests for a listing with bad parameters and paths (§4.3, §7).

import { type Contract, focusOf } from '../../../src/contract/contract.ts';
import { clauseId, clauseInFocus } from '../../../src/contract/kind-clauses.ts';
import { listOf } from '../../../src/contract/list.ts';
import { operationIn } from '../../../src/contract/operations.ts';
import { readsToReject } from '../../access/edits.ts';
import { tryInvented } from '../../access/invented.ts';
import { experiments } from '../../core/context.ts';
import { attemptReads, type ReadTrial } from '../../core/read-attempts.ts';
import type { CollectionName } from '../../core/target.ts';
import { beyondInt64, boundsOf, listingRequest, maximumOf, notIntegers, type Query } from '../query.ts';
import { fullestCollection } from '../read-pages.ts';
import { sortsOf } from '../sort/experiments.ts';

/** The values of a collection that the contract says are UUIDs in the path. */
function uuidsIn(contract: Contract, { operation, values }: CollectionName) {
  const { pathParameters, parameters } = operationIn(contract, operation);
  return pathParameters.flatMap((name, place) => {
    const { schema } = parameters.find((one) => one.in === 'path' && one.name === name) ?? {};
    const value = values[place];
    return schema?.format === 'uuid' && value !== undefined ? [{ name, value, place }] : [];
  });
}

/** A token that no server made. */
const inventedToken = 'assay-no-such-token';

export default experiments('list', {
  'bad-parameters': {
    shows: 'parameters and paths to be rejected, and limits that may be',
    run: async (context) => {
      const { collection } = await fullestCollection(context, 0);
      const { id } = focusOf(context.contract);
      const { names } = listOf(context.contract);
      const request = (query: Query, path = collection) => listingRequest(context, path, query);
      const trials = (
        name: 'limit' | 'offset',
        rule: 'bound' | 'integer',
        values: readonly (string | number)[],
      ): ReadTrial[] =>
        values.map((value) => ({
          clause: clauseId(id, `page-${name}-${rule}`),
          what: `a ${names[name]} of "${value}"`,
          request: request({
            limit: 2,
            offset: 0,
            ...(name === 'limit' ? { limit: value } : { offset: value }),
          }),
        }));
      // One is far from a UUID, the others are as long as one.
      const paths = uuidsIn(context.contract, collection).map(({ name, value, place }, turn) => {
        const wrong = turn === 0 ? 'not-a-uuid' : `${value.slice(0, -1)}g`;
        return {
          clause: clauseId(id, 'path-uuid'),
          what: `a path with the ${name} "${wrong}"`,
          request: request(
            { limit: 2, offset: 0 },
            { ...collection, values: collection.values.with(place, wrong) },
          ),
          showsAcceptance: true,
        };
      });
      const [widest, farthest] = [names.limit, names.offset].map((name) => maximumOf(context.contract, name));
      // One just beyond the bound, and one whose lowest 32 bits are a small number.
      const beyond = (bound: number) => [bound + 1, Math.ceil((bound + 1) / 2 ** 32) * 2 ** 32 + 2];
      await attemptReads(context, request({ limit: 2, offset: 0 }), [
        ...trials('limit', 'integer', [...notIntegers, beyondInt64]),
        ...trials('offset', 'integer', [...notIntegers, beyondInt64]),
        ...(widest === undefined ? [] : trials('limit', 'bound', beyond(widest))),
        ...paths,
        ...readsToReject(context, id, request({ limit: 2, offset: 0 })),
      ]);
      await tryInvented(context, id, request({ limit: 2, offset: 0 }));
      if (listOf(context.contract).outputToken)
        // Code of its own often reads the tokens of a sort, in either direction.
        await attemptReads(context, request({ limit: 2, offset: 0 }), [
          {
            clause: clauseId(id, 'token-invented'),
            what: 'a token that no response returned',
            request: request({ limit: 2, token: inventedToken }),
          },
          ...sortsOf(context)
            .slice(0, 2)
            .map(({ key, further }) => ({
              clause: clauseId(id, 'token-invented'),
              what: `a token that no response returned, under a sort by ${key.attribute}`,
              request: request({ limit: 2, token: inventedToken, further }),
            })),
        ]);
      if (farthest !== undefined)
        await attemptReads(
          context,
          request({ limit: 2, offset: farthest }),
          trials('offset', 'bound', beyond(farthest)),
        );
      // These may be rejected or served.
      const odd = [0, -1, boundsOf(context.contract).largest + 1, ...(widest === undefined ? [] : [widest])];
      const queries = [...odd.map((limit) => ({ limit, offset: 0 })), { limit: 2, offset: -1 }];
      await Promise.all(queries.map((query) => context.exchange(request(query))));
    },
  },
  'path-capitals': {
    shows: 'a path with its ids in capitals',
    run: async (context) => {
      const { collection } = await fullestCollection(context, 0);
      const small = { limit: 2, offset: 0 };
      const uuids = uuidsIn(context.contract, collection);
      if (uuids.length === 0) return;
      const values = collection.values.map((value, place) =>
        uuids.some((one) => one.place === place) ? value.toUpperCase() : value,
      );
      await attemptReads(context, listingRequest(context, collection, small), [
        {
          clause: clauseInFocus(context.contract, 'path-uuid-capitals'),
          what: 'a path with its ids in capitals',
          expects: 'acceptance',
          request: listingRequest(context, { ...collection, values }, small),
        },
      ]);
    },
  },
});
