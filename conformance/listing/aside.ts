import { list, type Page, type Query } from '../engine/listing.ts';
import { attempt } from '../engine/nodes.ts';
import type { Probe } from '../engine/probe.ts';
import { filtered, filterFor } from './filtering.ts';
import { type Attribute, drawFrom, harvest } from './harvest.ts';
import type { Whole } from './whole.ts';

/** Pages that other rules fetch anyway, and that a fault may spare the whole listing for. */
const small: readonly Query[] = [
  { limit: 7, offset: 0 },
  { limit: 13, offset: 0 },
];

/** Small pages of each node, and the first of them as it comes without any parameter. */
export async function smallPages(
  probe: Probe,
  all: readonly Whole[],
): Promise<{ whole: Whole; page: Page }[]> {
  const able = all.filter(({ products }) => products.length > 1);
  const asked = able.flatMap((whole, index) =>
    [...small, ...(index === 0 ? [{}] : [])].map((query) => ({ whole, query })),
  );
  return Promise.all(
    asked.map(async ({ whole, query }) => ({ whole, page: await list(probe, whole.node, query) })),
  );
}

/** Looks at the filtered pages that other rules draw; where an attribute is not shown, there are none. */
export async function eachFiltered(
  probe: Probe,
  attribute: Attribute,
  look: (whole: Whole, page: Page) => void,
): Promise<void> {
  const name = attribute === 'id' ? 'in id' : `eq ${attribute}`;
  await attempt(
    harvest(probe, attribute).then((finds) =>
      drawFrom(probe, name, finds, async ({ whole, value }) => {
        look(whole, await filtered(probe, whole, filterFor(attribute, value)));
      }),
    ),
  );
}
