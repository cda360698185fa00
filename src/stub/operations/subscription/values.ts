import type { Values } from '../../replies/form.ts';

/** What differs from one subscription to the next. */
export const shownNames = [
  'id',
  'external_ref',
  'account',
  'offering',
  'plan',
  'currency',
  'state',
  'now',
  'inAMonth',
  'inAYear',
] as const;

/** What differs from one subscription to the next, as the response shows it. */
export type Shown = Values<(typeof shownNames)[number]>;
