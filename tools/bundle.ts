import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import addFormats from 'ajv-formats';
import { type Plugin, rolldown } from 'rolldown';
import { definingFiles } from '../conformance/runner/definitions.ts';
import { formSchema } from '../conformance/target/check-form.ts';
import manifest from '../package.json' with { type: 'json' };
import { operationIds } from '../src/contract/contract.ts';
import { loadContract } from '../src/contract/load.ts';
import type { JsonObject } from '../src/json/json.ts';
import { commonOptions, keyOfValidator, type Manner, manners } from '../src/json/validators.ts';

// Bundles the sources into the build: one file for each that is run or imported, and what they share in `dist/chunks/`.
// Hundreds of small files take longer to find and to open than all that is in them takes to run.

const root = fileURLToPath(new URL('../', import.meta.url));
const conformance = join(root, 'conformance');

/** What the modules of built validators are called. */
const standalone = '\0validator-';

/** What a module is called below the root of the checkout, and below `dist/`. */
const nameOf = (file: string): string => relative(root, file).replaceAll(sep, '/');

/** The sources of what the package exports. */
const exported = Object.values(manifest.exports).flatMap((places) =>
  typeof places === 'object' ? [places['assay-source']] : [],
);

/** Sources that are run, or imported from outside; those on threads are found by their names. */
const entries = [
  'src/cli/bin.ts',
  'conformance/proof/worker.ts',
  'conformance/proof/trials.ts',
  'conformance/proxy/thread.ts',
  ...exported.filter((file) => file.endsWith('.ts')),
];

/** The place that a module would have if it were not bundled: files are found from there. */
const places = '\0places';
const withPlaces: Plugin = {
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

/** Folders of which every file defines something. */
const folders = [
  ...['rules', 'observations', 'experiments'].flatMap((kind) => operationIds.map((id) => `${kind}/${id}/`)),
  'rules/generated/',
];

/** The files that define rules, observations and experiments, imported all together instead of found one by one. */
const withDefinitions: Plugin = {
  name: 'definitions',
  load: async (id) => {
    if (nameOf(id) !== 'conformance/runner/definitions.ts') return null;
    const found = await Promise.all(
      folders.map(async (folder) => {
        const names = await readdir(join(conformance, folder), { recursive: true });
        return definingFiles(names).map((path) => ({ folder, path }));
      }),
    );
    const all = found.flat();
    const imports = all.map(
      ({ folder, path }, index) =>
        `import value${index} from ${JSON.stringify(join(conformance, folder, path))};`,
    );
    const files = all.map(
      ({ folder, path }, index) =>
        `{ folder: ${JSON.stringify(folder)}, path: ${JSON.stringify(path)}, value: value${index} },`,
    );
    return {
      code: `${imports.join('\n')}\nconst files = [${files.join('\n')}];
export const definitionsIn = async (folder) => files.filter((file) => file.folder === folder);`,
      moduleType: 'js',
    };
  },
};

/** The schemas that a run over the shipped contract holds values to. */
const operations = Object.values((await loadContract()).operations);
const requests = operations.flatMap(({ request }) => (request ? [request] : []));
const responses = operations.map(({ response }) => response);
const parameters = operations.flatMap((operation) => operation.parameters.map(({ schema }) => schema));
const schemas: readonly { readonly schema: JsonObject; readonly manner: Manner }[] = [
  ...[...requests, ...responses].map((schema) => ({ schema, manner: 'judged' }) as const),
  ...[...requests, ...parameters].map((schema) => ({ schema, manner: 'served' }) as const),
  { schema: formSchema, manner: 'written' },
];
/** Each once, by its key. */
const validators = [
  ...new Map(schemas.map((one) => [keyOfValidator(one.schema, one.manner), one])).entries(),
];

/** The validators of those schemas, compiled here instead of at every start. */
const withValidators: Plugin = {
  name: 'validators',
  resolveId: (id) => (id.startsWith(standalone) ? id : null),
  load: (id) => {
    if (nameOf(id) === 'src/json/built-validators.ts') {
      const imports = validators.map((_, index) => `import validate${index} from '${standalone}${index}';`);
      const keys = validators.map(([key], index) => `'${key}': validate${index},`);
      const code = `${imports.join('\n')}\nexport const builtValidators = {\n${keys.join('\n')}\n};`;
      return { code, moduleType: 'js' };
    }
    const [, wanted] = (id.startsWith(standalone) && validators[Number(id.slice(standalone.length))]) || [];
    if (!wanted) return null;
    const ajv = new Ajv2020({
      ...commonOptions,
      ...manners[wanted.manner],
      code: { source: true, esm: true },
    });
    addFormats.default(ajv);
    return { code: standaloneCode.default(ajv, ajv.compile(wanted.schema)), moduleType: 'js' };
  },
};

/**
 * Those parts of the HTTP client that are used, in the place of the package: its entry loads a hundred files more, a
 * fetch, web sockets, caches and mocks among them, which takes a third of a start.
 */
const client = '\0undici';
const partsOfClient = {
  Dispatcher: 'dispatcher/dispatcher',
  Pool: 'dispatcher/pool',
  EnvHttpProxyAgent: 'dispatcher/env-http-proxy-agent',
  buildConnector: 'core/connect',
  errors: 'core/errors',
  api: 'api/index',
} as const;
const withLeanClient: Plugin = {
  name: 'lean-client',
  resolveId: (id) => (id === 'undici' ? client : null),
  load: (id) => {
    if (id !== client) return null;
    const imports = Object.entries(partsOfClient).map(
      ([name, file]) =>
        `import ${name} from ${JSON.stringify(join(root, 'node_modules/undici/lib', `${file}.js`))};`,
    );
    return {
      // As the entry of the package does.
      code: `${imports.join('\n')}\nObject.assign(Dispatcher.prototype, api);\nexport { ${Object.keys(partsOfClient).join(', ')} };`,
      moduleType: 'js',
    };
  },
};

/** Whether an import names a package that is installed; what the bundler itself brings along is part of the bundle. */
const isPackage = (id: string): boolean => /^[@\w]/.test(id) && !id.startsWith('@oxc-project/runtime/');

const bundle = await rolldown({
  cwd: root,
  input: Object.fromEntries(
    entries.map((file) => [nameOf(join(root, file)).replace(/\.ts$/, ''), join(root, file)]),
  ),
  platform: 'node',
  transform: { target: 'es2024' },
  external: (id) => isBuiltin(id) || (isPackage(id) && id !== 'undici'),
  plugins: [withLeanClient, withPlaces, withDefinitions, withValidators],
});
await bundle.write({
  dir: join(root, 'dist'),
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
});
await bundle.close();

for (const file of exported.filter((name) => name.endsWith('.schema.json'))) {
  const copy = join(root, 'dist', file);
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(join(root, file), copy);
}

// Whoever passes a package on passes its licence on with it.
await copyFile(join(root, 'node_modules/undici/LICENSE'), join(root, 'dist/licence-of-undici.txt'));
