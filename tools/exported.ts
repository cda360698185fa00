import manifest from '../package.json' with { type: 'json' };

/** What the package exports, by the names that others import, with the source that each is made from. */
export const exported: ReadonlyMap<string, URL> = new Map(
  Object.entries(manifest.exports).map(([name, place]) => {
    const file = typeof place === 'string' ? place : place.default.replace(/\.js$/, '.ts');
    return [manifest.name + name.slice(1), new URL(file.replace('./dist/', '../'), import.meta.url)];
  }),
);
