import type { Plugin } from 'rolldown';
import { nameOf, root } from './checkout.ts';

/** The place that a module would have if it were not bundled: files are found from there. */
const places = '\0places';
export const withPlaces: Plugin = {
  name: 'places',
  resolveId: (id) => (id === places ? id : null),
  load: (id) =>
    id === places ? "export const placeOf = (name) => new URL('../' + name, import.meta.url).href;" : null,
  transform: (code, id) => {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    const name = JSON.stringify(nameOf(id).replace(/\.ts$/, '.js'));
    return {
      code: `import { placeOf } from ${JSON.stringify(places)};\n${code.replaceAll('import.meta.url', `placeOf(${name})`)}`,
    };
  },
};
