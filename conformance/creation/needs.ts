import type { WritingOperation } from './specimen.ts';

/** Rules without which nothing is known to have been created, whatever the status. */
export const readable = (operation: WritingOperation): string[] =>
  ['reply-json', 'response/type', 'response.data/required', 'response.data/type'].map(
    (rule) => `${operation}/${rule}`,
  );
