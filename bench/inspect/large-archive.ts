/** Writes an archive of any size: pages of listings that somebody leafs through, and keys, again and again. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const [file = 'large.har', megabytes = '1024', kind = 'pages'] = process.argv.slice(2);
const node =
  '/pcm/hierarchies/e214368a-b4c3-4797-bbe9-01fb056371c1/nodes/a1fbdcb8-fd26-4d85-bb02-adb0c99cb7da/products';
const products = Array.from({ length: 100 }, (_, index) => ({
  id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  type: 'product',
  attributes: {
    name: `Product ${index}`,
    slug: `product-${index}`,
    status: 'live',
    description: 'x'.repeat(300),
  },
}));
const start = Date.parse('2026-11-21T00:00:00Z');

function entry(index: number): unknown {
  const isKey = kind === 'small' || index % 10 === 9;
  const uuid = `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`;
  const json = isKey
    ? { data: { id: uuid, type: 'application_key', name: `Till ${index}`, client_id: uuid, client_secret: `secret-${uuid}`, meta: { timestamps: { created_at: 'x', updated_at: 'x', last_used_at: 'x' } }, links: { self: `/v2/application-keys/${uuid}` } } }
    : { data: products, meta: { results: { total: 100 } }, included: { component_products: [] } }; // biome-ignore format: as it comes
  return {
    startedDateTime: new Date(start + index * 1000).toISOString(),
    time: 5,
    request: {
      method: isKey ? 'POST' : 'GET',
      url: `https://shop.example${isKey ? '/v2/application-keys' : `${node}?page%5Blimit%5D=100&page%5Boffset%5D=0`}`,
      headers: [{ name: 'accept', value: 'application/json' }],
      ...(isKey
        ? { postData: { text: JSON.stringify({ data: { type: 'application_key', name: `Till ${index}` } }) } }
        : {}),
    },
    response: {
      status: isKey ? 201 : 200,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { text: JSON.stringify(json) },
    },
  };
}

async function* text(): AsyncGenerator<string> {
  yield '{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[';
  let written = 0;
  for (let index = 0; written < Number(megabytes) * 1_000_000; index += 1) {
    const one = `${index === 0 ? '' : ','}\n${JSON.stringify(entry(index))}`;
    written += one.length;
    yield one;
  }
  yield ']}}';
}

await pipeline(text, createWriteStream(file));
