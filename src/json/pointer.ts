import type { Path } from './json.ts';

/** One step of a JSON pointer (RFC 6901). */
export const escapePointer = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** The JSON pointer for a path. */
export const pointerTo = (path: Path): string =>
  path.map((step) => `/${escapePointer(String(step))}`).join('');

/** The steps of a JSON pointer; array positions remain strings. */
export const stepsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
