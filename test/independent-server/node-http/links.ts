import type { Fields } from './members.ts';
import type { Query } from './query.ts';

/**
 * The links to other pages, told from that address on; where one leads nowhere, it is left out. By themselves they
 * start at the root of the server.
 */
export function pageLinks({ offset, limit, filter }: Query, count: number, address: string): Fields {
  const to = (start: number): string => {
    const search = [`page[limit]=${limit}`, `page[offset]=${start}`];
    if (filter !== undefined) search.unshift(`filter=${encodeURIComponent(filter)}`);
    return `${address}?${search.join('&')}`;
  };
  return {
    current: to(offset),
    first: to(0),
    ...(offset === 0 ? {} : { prev: to(Math.max(0, offset - limit)) }),
    // Behind the last page is an empty one: nothing says where its next leads.
    ...(count <= limit
      ? {}
      : { last: to(Math.floor((count - 1) / limit) * limit), next: to(offset + limit) }),
    up: '..',
  };
}
