import type { ListStructure } from '../../../contract/list.ts';
import type { PageWindow } from './page-parameters.ts';

/** The query parameter that says in one word what offset, limit and filter say otherwise. */
export const cursorName = 'cursor';

/** That word. */
export const writeCursor = ({ offset, limit }: PageWindow, filter: string | undefined): string =>
  Buffer.from(JSON.stringify([offset, limit, filter ?? null])).toString('base64url');

/** The parameters that a cursor stands for; undefined where there is none, or not one of ours. */
export function readCursor(
  { names }: ListStructure,
  query: ReadonlyMap<string, string>,
): Map<string, string> | undefined {
  const word = query.get(cursorName);
  const text = word === undefined ? '' : Buffer.from(word, 'base64url').toString('utf8');
  if (!/^\[\d+,\d+,(?:null|".*")\]$/.test(text)) return undefined;
  const [offset, limit, filter]: (string | number | null)[] = JSON.parse(text);
  return new Map([
    [names.offset, String(offset)],
    [names.limit, String(limit)],
    ...(filter === null ? [] : [['filter', String(filter)] as const]),
  ]);
}
