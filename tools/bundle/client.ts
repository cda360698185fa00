import { join } from 'node:path';
import type { Plugin } from 'rolldown';
import { root } from './checkout.ts';

const library = join(root, 'node_modules/undici/lib');

/** What the modules are called that are made here. */
const client = '\0undici';
const laterHttp2 = '\0undici-http2';

/** The parts that are used. */
const parts = {
  Dispatcher: 'dispatcher/dispatcher',
  Pool: 'dispatcher/pool',
  ProxyAgent: 'dispatcher/proxy-agent',
  buildConnector: 'core/connect',
  errors: 'core/errors',
  api: 'api/index',
} as const;
const http2 = 'dispatcher/client-h2';

const fileOf = (part: string): string => JSON.stringify(join(library, `${part}.js`));

/**
 * The HTTP client without what is not used: the entry of the package loads a hundred files more, a fetch, web sockets,
 * caches and mocks among them, which takes a third of a start. HTTP/2 is loaded with the first server that wants it, since
 * Node's own part of it takes as long as all the rest.
 */
export const withLeanClient: Plugin = {
  name: 'lean-client',
  resolveId: (id, importer) => {
    if (id === 'undici') return client;
    return id === './client-h2.js' && importer?.startsWith(library) ? laterHttp2 : null;
  },
  load: (id) => {
    if (id === laterHttp2)
      return { code: `module.exports = (...all) => require(${fileOf(http2)})(...all);`, moduleType: 'js' };
    if (id !== client) return null;
    const imports = Object.entries(parts).map(([name, part]) => `import ${name} from ${fileOf(part)};`);
    return {
      // As the entry of the package does.
      code: `${imports.join('\n')}\nObject.assign(Dispatcher.prototype, api);\nexport { ${Object.keys(parts).join(', ')} };`,
      moduleType: 'js',
    };
  },
};
