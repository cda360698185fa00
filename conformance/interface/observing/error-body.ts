import { header, type Reply } from '../../../src/http/exchange.ts';
import { readBody } from '../../../src/json/body.ts';
import { isObject } from '../../../src/json/json.ts';
import { type Observed, other } from '../../core/observed.ts';

/** What the body of a rejection looks like; in a form of its own, its type and the names of its fields. */
export function bodyForm({ headers, body }: Reply): Observed<'error-body'> {
  if (body.byteLength === 0) return 'empty';
  const type = header(headers, 'content-type')?.split(';')[0]?.trim() ?? 'no type';
  const read = readBody(body);
  if (!('json' in read)) return type === 'text/plain' ? 'text' : other(`${type}, not JSON`);
  if (!isObject(read.json)) return other(`${type}, not an object`);
  if (type === 'application/problem+json') return 'problem';
  const names = Object.keys(read.json);
  return names.includes('errors') && /^application\/(.+\+)?json$/i.test(type)
    ? 'errors'
    : other(`${type} with ${names.join(', ') || 'no field'}`);
}
