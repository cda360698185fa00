import { createHash } from 'node:crypto';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cached } from './cache.ts';
import { command, missing } from './command.ts';
import { type Environment, type Generator, programs } from './generator.ts';
import { buildGo, missingGo, modules, placeModule } from './go.ts';
import jars from './programs/java/jars.json' with { type: 'json' };
import { missingPython, packages, placePython } from './python.ts';

/** Short runs are faster where code is not optimised for long ones. */
const options = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

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

async function installed(): Promise<Environment> {
  await libraries();
  return options;
}

/** Puts the generator where its command looks for it. */
async function placeJar(folder: string): Promise<void> {
  const jar = Object.keys(jars).find((path) => path.includes('generator-cli')) ?? '';
  await symlink(join(await libraries(), basename(jar)), join(folder, 'openapi-generator-cli.jar'));
}

const missingJava = (): Promise<string | undefined> => missing('java', '-version');

/** The client of OpenAPI Generator for Java. */
export const javaOfGenerator: Generator = {
  missing: async () => (await missing('javac', '-version')) ?? (await missingJava()),
  install: installed,
  place: placeJar,
  build: async (folder) => {
    const client = join(folder, 'java', 'src', 'main', 'java');
    const files = await readdir(client, { recursive: true });
    const sources = files.filter((name) => name.endsWith('.java')).map((name) => join(client, name));
    const path = `classes:${join(await libraries(), '*')}`;
    const program = join(programs, 'java', 'WithGenerator.java');
    const how = ['-encoding', 'UTF-8', '-proc:none', '-nowarn', '-d', 'classes', '-cp', path];
    await command(folder, ['javac', ...how, program, ...sources], options);
    // Where no locale is set, Java writes in ASCII.
    return ['java', '-Dfile.encoding=UTF-8', '-cp', path, 'WithGenerator'];
  },
};

/** The client of OpenAPI Generator for Go. */
export const goOfGenerator: Generator = {
  missing: async () => (await missingGo()) ?? (await missingJava()),
  install: async () => ({ ...(await modules()), ...(await installed()) }),
  place: async (folder) => {
    await placeModule(folder);
    await placeJar(folder);
  },
  build: (folder) => buildGo(folder, 'generator'),
};

/** The client of OpenAPI Generator for Python. */
export const pythonOfGenerator: Generator = {
  missing: async () => (await missingPython()) ?? (await missingJava()),
  install: async () => ({ ...(await packages()), ...(await installed()) }),
  place: placeJar,
  build: (folder) => placePython(folder, 'with_generator.py'),
};
