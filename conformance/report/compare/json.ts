import { jsonText } from '../text/plain.ts';
import type { Comparison } from './compare.ts';

/** The comparison as a JSON document, for machines. */
export const json = (comparison: Comparison): string => jsonText(comparison);
