import { existsSync } from 'node:fs';
import manifest from '../package.json' with { type: 'json' };

/** What the package exports, by the names that others import, with its source; what only the build makes has none. */
export const exported: ReadonlyMap<string, URL> = new Map(
  Object.entries(manifest.exports).flatMap(([name, place]) => {
    const file = typeof place === 'string' ? place : place.default.replace(/\.js$/, '.ts');
    const source = new URL(file.replace('./dist/', '../'), import.meta.url);
    return existsSync(source) ? [[manifest.name + name.slice(1), source] as const] : [];
  }),
);
