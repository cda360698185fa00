import type { Item, Page, PageQuery } from '../../conformance/core/evidence.ts';
import { listOf } from '../../src/contract/list.ts';
import { contract } from '../shipped.ts';

const list = listOf(contract);

/** A page of a listing, with so many products, as it is read. */
export function pageOf(
  query: Pick<PageQuery, 'filter' | 'limit' | 'offset'>,
  count: number,
  total?: number,
): Page {
  const { offset = 0 } = query;
  const items = Array.from(
    { length: count },
    (_, place): Item => ({ id: `product ${offset + place}`, values: {}, isPinned: false }),
  );
  return {
    query: { ...query, isDefined: true, list, bounds: list.bounds },
    items,
    size: count,
    ...(total === undefined ? {} : { total }),
    links: [],
    turn: 0,
    exchange: {
      id: 0,
      request: { method: 'GET', target: '/nodes/1/products', headers: [] },
      response: { status: 200, headers: [], body: new Uint8Array(), ms: 1 },
    },
  };
}
