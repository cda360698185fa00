import { baseAddress } from './addresses.js';
import { faulty } from './flags.js';

const address = faulty('links-null-as-text') ? { type: 'string' } : { type: 'string', nullable: true };

export const pageLinksSchema = {
  type: 'object',
  properties: { current: { type: 'string' }, first: { type: 'string' }, last: address, prev: address, next: address },
};

export function pageLinks(request, { filter, offset, limit, total }) {
  const path = request.url.split('?')[0];
  const pageAt = (start) => {
    const query = new URLSearchParams({ 'page[offset]': start, 'page[limit]': limit });
    if (filter !== undefined) query.set('filter', filter);
    return `${baseAddress(request)}${path}?${query}`;
  };
  const severalPages = total > limit;
  const hasPrevious = offset > 0 || faulty('links-previous-on-first');
  return {
    current: pageAt(offset),
    first: pageAt(0),
    last: severalPages ? pageAt(Math.floor((total - 1) / limit) * limit) : null,
    prev: hasPrevious ? pageAt(Math.max(0, offset - limit)) : null,
    next: offset + limit < total ? pageAt(offset + limit) : null,
  };
}
