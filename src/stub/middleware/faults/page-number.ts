import type { ListStructure } from '../../../contract/list.ts';
import type { Call } from '../../../http/exchange.ts';
import { readCursor } from '../../operations/node-products/cursor.ts';

/** The number of the page that a call asks for, counted from 1, in pages of the size that it names; `usual` if it names none. */
export function pageNumber(list: ListStructure, { target }: Call, usual: number): number {
  const sent = new Map(new URLSearchParams(target.split('?')[1] ?? ''));
  const query = readCursor(list, sent) ?? sent;
  const [offset, limit] = [list.names.offset, list.names.limit].map((name) => Number(query.get(name) ?? 0));
  return offset && offset > 0 ? 1 + Math.ceil(offset / (limit && limit > 0 ? limit : usual)) : 1;
}
