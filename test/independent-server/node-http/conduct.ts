import { randomBytes, randomUUID } from 'node:crypto';
import { matches } from './filter.ts';
import { checkBearer } from './keys.ts';
import { pageLinks } from './links.ts';
import { arrange } from './order.ts';
import type { Product, Shelf } from './product.ts';
import { componentsOf, cut, mark } from './products.ts';
import { checkSubscription } from './subscriptions.ts';

type Products = readonly Product[];

/** What a fault may change about this server; everything else it always does right. */
export const conforming = {
  keyStatus: 201,
  checkBearer,
  newIdentifier: (): string => randomUUID().toUpperCase(),
  newSecret: (): string => randomBytes(24).toString('hex'),
  readSubscription: checkSubscription,
  arrange,
  /** What a filter looks through. */
  reach: (_shelf: Shelf, all: Products): Products => all,
  matches,
  cut,
  count: (_shelf: Shelf, all: Products): number => all.length,
  mark,
  componentsOf,
  links: pageLinks,
};

/** How a server goes about its work. */
export type Conduct = typeof conforming;
