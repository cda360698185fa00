/** A link to a page, at another offset. */
export function atOffset(link: string, offset: number): string {
  const url = new URL(link);
  url.searchParams.set('page[offset]', String(offset));
  return url.href;
}
