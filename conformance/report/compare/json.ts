import type { Comparison } from './compare.ts';

/** The comparison as a JSON document, for machines. */
export const json = (comparison: Comparison): string => `${JSON.stringify(comparison, null, 2)}\n`;
