import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { lazy } from '../../src/lazy.ts';
import { cached } from './cache.ts';
import { command, missing } from './command.ts';
import { contract, type Generator, programs } from './generator.ts';
import { missingGo, modules, placeGo, runGo } from './go.ts';
import jars from './programs/java/jars.json' with { type: 'json' };
import { missingPython, packages, runPython } from './python.ts';

/** It starts faster where code is not optimised for long runs. */
const java = ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] as const;

/** OpenAPI Generator itself, and what its client for Java needs. */
const libraries = (): Promise<string> =>
  cached(join(programs, 'java', 'jars.json'), (folder) =>
    Promise.all(Object.entries(jars).map(([path, hash]) => download(folder, path, hash))),
  );

async function download(folder: string, path: string, hash: string): Promise<void> {
  const response = await fetch(`https://repo1.maven.org/maven2/${path}`);
  if (!response.ok) throw new Error(`${path}: Maven Central answers ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new Error(`${path}: Maven Central sends another file than the one that is locked`);
  await writeFile(join(folder, basename(path)), bytes);
}

/** What is generated for each language, beyond the defaults. */
const settings = {
  // Its usual library cannot hold an empty list where a single resource is possible, too.
  java: { library: 'native', generateAliasAsModel: true },
  go: { additionalProperties: { packageName: 'shop', withGoMod: false } },
  python: {},
};

/** Neither tests nor docs of the clients. */
const globalProperties = {
  apis: '',
  models: '',
  supportingFiles: '',
  ...Object.fromEntries(['apiTests', 'modelTests', 'apiDocs', 'modelDocs'].map((name) => [name, 'false'])),
};

async function generate(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const files: string[] = [];
  for (const [generatorName, own] of Object.entries(settings)) {
    const file = join(folder, `${generatorName}.json`);
    const outputDir = join(folder, generatorName);
    await writeFile(
      file,
      JSON.stringify({ generatorName, inputSpec: contract, outputDir, globalProperties, ...own }),
    );
    files.push(file);
  }
  const names = await readdir(await libraries());
  const jar = names.find((name) => name.startsWith('openapi-generator-cli')) ?? '';
  await command(folder, [...java, '-jar', join(await libraries(), jar), 'batch', '--fail-fast', ...files]);
  return folder;
}

/** OpenAPI Generator, which makes the clients of three languages in one go. */
export function openapiGenerator(folder: string): Record<string, Generator> {
  const generated = lazy(() => generate(folder));
  const missingJava = (): Promise<string | undefined> => missing(...java, '-version');
  return {
    'OpenAPI Generator for Java': {
      missing: async () => (await missing('javac', '-version')) ?? (await missingJava()),
      install: libraries,
      read: async (own, words) => {
        const client = join(await generated(), 'java', 'src', 'main', 'java');
        const files = await readdir(client, { recursive: true });
        const sources = files.filter((name) => name.endsWith('.java')).map((name) => join(client, name));
        const path = ['.', join(await libraries(), '*')].join(':');
        const options = [
          '-J-XX:TieredStopAtLevel=1',
          '-J-XX:+UseSerialGC',
          '-encoding',
          'UTF-8',
          '-proc:none',
        ];
        const program = join(programs, 'java', 'WithGenerator.java');
        await command(own, ['javac', ...options, '-nowarn', '-d', '.', '-cp', path, program, ...sources]);
        return command(own, [...java, '-cp', path, 'WithGenerator', ...words]);
      },
    },
    'OpenAPI Generator for Go': {
      missing: async () => (await missingGo()) ?? (await missingJava()),
      install: () => Promise.all([libraries(), modules()]),
      read: async (own, words) => {
        await cp(join(await generated(), 'go'), await placeGo(own, 'generator'), { recursive: true });
        return runGo(own, 'generator', words);
      },
    },
    'OpenAPI Generator for Python': {
      missing: async () => (await missingPython()) ?? (await missingJava()),
      install: () => Promise.all([libraries(), packages()]),
      read: async (own, words) => {
        await cp(join(await generated(), 'python'), own, { recursive: true });
        return runPython(own, 'with_generator.py', words);
      },
    },
  };
}
