import type { Catalog, Offering } from '../../spec/stub/catalog.ts';
import { stubPartsOf } from '../../spec/stub/parts.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { catalog, contract } from './trial.ts';

/** Text that would steer a terminal, turn the line around, break out of a page or out of a string. */
export const strange =
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\r\n\u202e\u2066\u200f\ufeff\u00ad\u{e0041}\u0000' +
  '</script><script>alert(1)</script><img src=x onerror=alert(1)>\'"`$(x)&amp;\\';

/** Names of a million characters: one that no filter can hold, and one that is as plain as can be. */
const endlessNames = ['a, '.repeat(333_334), 'a'.repeat(1_000_000)];

type Writable = { attributes: Record<string, unknown> };

/** The shop with strange words in every free text of its offerings and of every third product, and two names of a million characters. */
function strangeShop(): Catalog {
  const shop = structuredClone(catalog);
  const products = shop.hierarchies.flatMap(({ nodes }) => nodes.flatMap((node) => node.products));
  for (const [index, product] of [...new Set(products)].entries()) {
    const { attributes } = product as unknown as Writable;
    if (index % 3 === 1) {
      for (const name of ['name', 'description', 'sku', 'mpn', 'upc_ean', 'external_ref']) {
        attributes[name] = `${strange} ${index}`;
      }
    }
    if (index % 3 === 2 && endlessNames.length * 3 > index) attributes.name = endlessNames[(index - 2) / 3];
  }
  return { ...shop, offerings: new Map([...shop.offerings].map(([id, one]) => [id, strangely(one)])) };
}

const strangely = (offering: Offering): Offering => ({
  ...offering,
  name: strange,
  description: strange,
  external_ref: strange,
  external_product_refs: [strange],
});

/** A stub over that shop. */
export const strangeTransport = (): Transport =>
  createStub({ contract, parts: stubPartsOf(strangeShop()) }).transport;
