import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';

/** A invented catalog of one long node: where it lies, how large it is, and where its products are listed. */
export type LargeCatalog = {
  readonly folder: string;
  readonly products: number;
  /** What a product takes in the files, on average. */
  readonly bytesPerProduct: number;
  readonly listing: string;
};

/** Writes a catalog of so many live products, all in one node, as a folder of two files. */
export async function writeLargeCatalog(folder: string, products: number): Promise<LargeCatalog> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  const lines = createWriteStream(`${folder}/products.ndjson`);
  for (let index = 0; index < products; index += 1) {
    const text = JSON.stringify(productOf(index));
    bytes += Buffer.byteLength(text);
    if (!lines.write(`${text}\n`)) await once(lines, 'drain');
  }
  lines.end();
  await once(lines, 'close');
  const [hierarchy, node] = [idOf('hierarchy'), idOf('node')];
  const nodes = [{ id: node, name: 'Everything', products: 'products.ndjson' }];
  const file = createWriteStream(`${folder}/shop.json`);
  file.end(JSON.stringify({ name: 'Large', hierarchies: [{ id: hierarchy, name: 'All', nodes }] }));
  await once(file, 'close');
  const listing = `/pcm/hierarchies/${hierarchy}/nodes/${node}/products`;
  return { folder, products, bytesPerProduct: bytes / products, listing };
}

/** The product of a number; its id, name and slug follow from it. */
export function productOf(index: number) {
  const number = String(index).padStart(7, '0');
  const sample = createHash('sha256').update(`text ${index}`).digest('base64url');
  return {
    id: idOf(`product ${index}`),
    attributes: {
      name: `Made-up product ${number}`,
      description: `Number ${number} of a long row, told apart from its neighbours by ${sample} and little else.`,
      slug: `made-up-${number}`,
      sku: `MU-${number}`,
      status: 'live',
      commodity_type: index % 10 === 0 ? 'digital' : 'physical',
      mpn: `MPN-${number}`,
      tags: ['made-up', `row-${index % 100}`],
      product_types: ['standard'],
    },
    meta: { created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-02-06T09:30:00.000Z', owner: 'store' },
  };
}

function idOf(name: string): string {
  const digits = createHash('sha256').update(name).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}
