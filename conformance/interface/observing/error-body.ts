import { header, type Reply } from '../../../src/http/exchange.ts';
import { readBody } from '../../../src/json/body.ts';
import { isObject } from '../../../src/json/json.ts';

/** What the body of a refusal looks like: its type, and the names of its members. */
export function bodyForm({ headers, body }: Reply): string {
  if (body.byteLength === 0) return 'empty';
  const type = header(headers, 'content-type')?.split(';')[0]?.trim() ?? 'no type';
  const read = readBody(body);
  if (!('json' in read)) return `${type}, not JSON`;
  return isObject(read.json) ? `${type} with ${Object.keys(read.json).join(', ')}` : `${type}, not an object`;
}
