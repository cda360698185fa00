import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Where the build is made, before it is put in the place of `dist/`. */
export const build = join(root, 'build/dist');

/** What a module is called below the root of the checkout, and below `dist/`. */
export const nameOf = (file: string): string => relative(root, file).replaceAll(sep, '/');
