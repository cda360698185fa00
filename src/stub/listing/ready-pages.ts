import { onceFor } from '../../once.ts';
import type { PagePosition, WrittenPage } from './pages.ts';

/** The size of the cache in bytes, keys included: some eighty pages of a hundred records. */
const mostBytes = 8 * 1024 * 1024;

export function createReadyPages() {
  const pages = new Map<string, WrittenPage>();
  let bytes = 0;
  let listings = 0;
  const numberOf = onceFor((_: object) => {
    listings += 1;
    return listings;
  });
  const forget = (key: string, page: WrittenPage): void => {
    pages.delete(key);
    bytes -= key.length + page.body.byteLength;
  };
  return (
    listing: object,
    { address, kept, page: { offset, limit } }: Omit<PagePosition, 'total'>,
    write: () => WrittenPage,
  ): WrittenPage => {
    const key = `${numberOf(listing)} ${offset} ${limit} ${address} ${kept}`;
    const known = pages.get(key);
    if (known) forget(key, known);
    const page = known ?? write();
    pages.set(key, page);
    bytes += key.length + page.body.byteLength;
    // The first was used least recently.
    for (const [oldest, old] of pages) {
      if (bytes <= mostBytes) break;
      forget(oldest, old);
    }
    return page;
  };
}
