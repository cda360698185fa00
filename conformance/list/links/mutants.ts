import type { ListStructure } from '../../../src/contract/list.ts';

/** A link to a page, at another offset. */
export function atOffset({ names }: ListStructure, link: string, offset: number): string {
  const url = new URL(link);
  url.searchParams.set(names.offset, String(offset));
  return url.href;
}
