import { nameDecoded } from '../../transport/cache.ts';

/** The values of the filters of a listing call as they were sent, percent-encoding and all. */
export const rawFilters = (target: string): string[] =>
  target
    .slice(target.indexOf('?') + 1)
    .split('&')
    .map(nameDecoded)
    .filter((parameter) => parameter.startsWith('filter='))
    .map((parameter) => parameter.slice('filter='.length));
