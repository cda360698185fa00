import { promisify } from 'node:util';
// By its names, an old Node would reject the import before it could say that it is too old.
import zlib from 'node:zlib';
import { type Header, header, type Lost } from './exchange.ts';

type Decompress = (
  body: Uint8Array,
  options: { maxOutputLength: number },
) => Promise<Uint8Array<ArrayBuffer>>;

/** The content codings that are used in practice. */
const codings = new Map<string, Decompress>([
  ['gzip', promisify(zlib.gunzip)],
  ['x-gzip', promisify(zlib.gunzip)],
  ['deflate', promisify(zlib.inflate)],
  ['br', promisify(zlib.brotliDecompress)],
  ['zstd', promisify(zlib.zstdDecompress)],
]);

/** No legitimate server nests more codings than this. */
const mostLayers = 3;

/**
 * Removes the content codings of a body. assay asks for none, but a server may use them anyway (RFC 9110 §12.5.3).
 * The result never exceeds `limit` bytes.
 */
export async function decompress(
  body: Uint8Array,
  headers: readonly Header[],
  limit: number,
): Promise<Uint8Array | Pick<Lost, 'lost' | 'detail'>> {
  const names = (header(headers, 'content-encoding') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity');
  if (body.byteLength === 0) return body;
  let content: Uint8Array = body;
  for (const name of names.toReversed()) {
    const coding = codings.get(name);
    if (!coding || names.length > mostLayers)
      return {
        lost: 'protocol',
        detail: `the response uses the content coding ${names.join(', ').slice(0, 60)}, which is not supported`,
      };
    try {
      content = await coding(content, { maxOutputLength: limit });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        ? {
            lost: 'oversize',
            detail: `the response is longer than ${limit} bytes after decompression (${name})`,
          }
        : {
            lost: 'protocol',
            detail: `the response declares the content coding ${name} but cannot be decompressed`,
          };
    }
  }
  return content;
}
