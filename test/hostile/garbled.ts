import fc from 'fast-check';

/** A request as bytes, the connection to be closed after it. */
type Garbled = { readonly bytes: Buffer; readonly isHttp: boolean };

const listing =
  '/pcm/hierarchies/e214368a-b4c3-4797-bbe9-01fb056371c1/nodes/606699e3-d3d0-4977-9433-444b2d312311/products';

const path = fc.oneof(
  fc.constantFrom(
    listing,
    '/v2/application-keys',
    '/subscriptions/subscriptions',
    '/',
    '//',
    '/__assay/requests',
  ),
  fc.webPath(),
);

/** One of some words. */
const oneOf = (words: string): fc.Arbitrary<string> => fc.constantFrom(...words.split(' '));

/** Pieces that queries and filters are made of, whole and broken. */
const scrap = fc.oneof(
  oneOf('% %2 %zz %00 %ff %F0%9F %C0%80 + & = ; [ ] %5B %5D []'),
  oneOf('page[limit] page[offset] page%5Blimit%5D page[limit page[limit][] page filter'),
  oneOf('eq(name, in(id, eq( ) ( , : " \' \\ __proto__ constructor'),
  oneOf('1 0 -1 1e9 1.5 9223372036854775808 0x10 NaN 007'),
  fc.string({ maxLength: 8 }).map((text) => text.replaceAll(/[^!-~]/g, '~')),
);

const query = fc.array(scrap, { maxLength: 24 }).map((scraps) => scraps.join(''));

const header = fc.tuple(
  oneOf(
    'authorization content-type accept accept-encoding prefer origin access-control-request-method access-control-request-headers ' +
      'x-forwarded-host transfer-encoding content-length host cookie __proto__ if-none-match range expect',
  ),
  fc.oneof(
    fc.constantFrom('Bearer a', 'Basic Og==', 'application/json; charset=latin1', 'code=200, delay=1'),
    oneOf('bearer application/json chunked code=503 gzip 7 0 -1 * null bytes=0-1 \xff\xfe'),
    fc.string({ maxLength: 30 }).map((text) => text.replaceAll(/[^ -~]/g, '?')),
  ),
);

const field = fc.oneof(
  oneOf('data type name currency plan_id payment_authority __proto__ constructor'),
  fc.string({ maxLength: 5 }),
);

const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('application_key', 'USD', null, true, 0, -0, 1e308, 5e-324),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(field, tie('value'), { maxKeys: 5 }),
  ),
})).value;

const body = fc.oneof(
  json.map((value) => JSON.stringify(value)),
  json.map((value) => JSON.stringify({ data: value })),
  json.map((value) => JSON.stringify({ data: { type: 'application_key', name: value } })),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    '{',
    '[',
    '"',
    '1e999',
    '{"data":{"type":"application_key","name":"a","reserved_rate_limit":1e999}}',
    '\ufeff{}',
  ),
);

/** A request that follows the grammar of HTTP, if nothing else. */
const formed: fc.Arbitrary<Garbled> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'PROPFIND', 'QUERY'),
    path,
    query,
    headers: fc.array(header, { maxLength: 5 }),
    body,
  })
  .map(({ method, path, query, headers, body }) => {
    const bytes = Buffer.from(body);
    const lines = [
      `${method} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1`,
      'host: a',
      'connection: close',
      ...headers.map(([name, value]) => `${name}: ${value}`),
      ...(bytes.byteLength > 0 ? [`content-length: ${bytes.byteLength}`] : []),
    ];
    return {
      bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]),
      isHttp: true,
    };
  });

/** The same with one byte turned, or cut off somewhere. */
const mangled: fc.Arbitrary<Garbled> = fc
  .tuple(formed, fc.nat(), fc.nat(255), fc.boolean())
  .map(([{ bytes }, place, byte, isCut]) => {
    const at = place % bytes.byteLength;
    const turned = Buffer.from(bytes);
    turned[at] = byte;
    return { bytes: isCut ? bytes.subarray(0, at) : turned, isHttp: false };
  });

/** Requests of every kind that is no good, and some that are. */
export const garbled = (count: number, seed: number): Garbled[] =>
  fc.sample(fc.oneof({ weight: 4, arbitrary: formed }, { weight: 1, arbitrary: mangled }), {
    seed,
    numRuns: count,
  });
