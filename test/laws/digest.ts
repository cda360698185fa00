import { createHash } from 'node:crypto';

/** A few letters that are others as soon as something in a text is. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
