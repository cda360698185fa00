import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { type Header, header, type Lost } from './exchange.ts';

type Unpack = (body: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array<ArrayBuffer>>;

/** The content codings there are in practice. */
const codings = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** More codings than this, one over the other, have no honest use. */
const mostLayers = 3;

/**
 * Undoes the content codings of a body. None is asked for, but a server may use them all the same (RFC 9110 §12.5.3).
 * Never more than `limit` bytes come out.
 */
export async function unpack(
  body: Uint8Array,
  headers: readonly Header[],
  limit: number,
): Promise<Uint8Array | Pick<Lost, 'lost' | 'detail'>> {
  const names = (header(headers, 'content-encoding') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (body.byteLength === 0) return body;
  let unpacked: Uint8Array = body;
  for (const name of names.toReversed()) {
    const coding = codings.get(name);
    if (!coding || names.length > mostLayers)
      return {
        lost: 'protocol',
        detail: `the reply is packed as ${names.join(', ').slice(0, 60)}, which cannot be read`,
      };
    try {
      unpacked = await coding(unpacked, { maxOutputLength: limit });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? {
            lost: 'oversize',
            detail: `the reply is longer than ${limit} bytes once it is unpacked (${name})`,
          }
        : { lost: 'protocol', detail: `the reply calls itself ${name}, and cannot be unpacked as such` };
    }
  }
  return unpacked;
}
