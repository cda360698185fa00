import { listOf } from '../../../src/contract/list.ts';
import { type Mutant, type Reply, withBody } from '../../../src/http/exchange.ts';
import { overlook, withJson } from '../../core/mutants.ts';
import { operationOf } from '../../core/operation-of.ts';
import { type Asked, asked, asking, listingIn, totalOf, wholeListing, withoutLinks } from '../mutants.ts';

/** Overlooks a limit that comes without an offset. */
export const ignoreLimitAlone: Mutant = (next, contract) => (call) => {
  const { hasOffset, list } = asked(call, contract);
  const alone = operationOf(call) === 'node-products' && !hasOffset;
  return next(alone ? asking(call, { limit: undefined }, list) : call);
};

const isNoInteger = (text: string): boolean => !/^-?\d+$/.test(text);

/** Reads some limits or offsets, those that are no integer, as another text, or as though they were left out. */
export const readInteger =
  (
    name: 'limit' | 'offset',
    read: (text: string) => string | undefined,
    isMeant: (text: string) => boolean = isNoInteger,
  ): Mutant =>
  (next, contract) => {
    const parameter = listOf(contract).names[name];
    return overlook('node-products', (call) => {
      const [path = '', query = ''] = call.target.split('?');
      const search = new URLSearchParams(query);
      const text = search.get(parameter);
      if (text === null || !isMeant(text)) return call;
      const integer = read(text);
      if (integer === undefined) search.delete(parameter);
      else search.set(parameter, integer);
      return { ...call, target: `${path}?${search}` };
    })(next, contract);
  };

/** Keeps the lowest 32 bits of a limit or an offset. */
export const cutTo32Bits = (name: 'limit' | 'offset'): Mutant =>
  readInteger(
    name,
    (text) => String(Number(text) % 2 ** 32),
    (text) => Number(text) >= 2 ** 32,
  );

/** Answers some listings, otherwise served, with a success that has no body. */
export const emptyReplyWhere =
  (chosen: (asked: Asked, total: number) => boolean): Mutant =>
  (next, contract) =>
  async (call) => {
    const reply = await next(call);
    const json = operationOf(call) === 'node-products' ? listingIn(reply as Reply) : undefined;
    const query = asked(call, contract);
    const isHit = json && chosen(query, totalOf(json, query.list));
    return isHit ? { ...withBody(reply as Reply, new Uint8Array()), status: 204 } : reply;
  };

/** Serves all that is left of a node in one page, whatever the server makes of such a limit. */
export const grantInFull =
  (chosen: (asked: Asked) => boolean): Mutant =>
  (next, contract) =>
  async (call) => {
    const query = asked(call, contract);
    const isChosen = operationOf(call) === 'node-products' && chosen(query);
    const reply = isChosen ? await next(asking(call, { limit: query.largest }, query.list)) : undefined;
    const json = reply && listingIn(reply as Reply);
    if (!json) return next(call);
    const { products } = await wholeListing(next, call, query);
    const { limit = 0, offset } = query;
    const data = products.slice(offset, limit > 0 ? offset + limit : undefined).map(withoutLinks);
    return withJson(reply as Reply, { ...json, data });
  };
