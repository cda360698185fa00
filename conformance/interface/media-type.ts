import { header, type Reply } from '../../src/http/exchange.ts';

/** What a response says its body is. */
export const typeOf = ({ headers }: Reply): string | undefined => header(headers, 'content-type');

/** Whether a media type is `application/json`, or ends in `+json`; parameters apart. */
export function isJsonType(type = ''): boolean {
  const essence = type.split(';')[0]?.trim().toLowerCase() ?? '';
  return essence === 'application/json' || /^[^/]+\/[^/]+\+json$/.test(essence);
}
