import { type Header, header } from '../../http/exchange.ts';

/** The token in the header Authorization; undefined where there is none, or not of the scheme Bearer. */
export const bearerToken = (headers: readonly Header[]): string | undefined =>
  /^bearer +(\S+)$/i.exec(header(headers, 'authorization')?.trim() ?? '')?.[1];
