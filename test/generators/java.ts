import { createHash } from 'node:crypto';
import { readdir, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { cached } from './cache.ts';
import { command, missing } from './command.ts';
import { type Generator, programs } from './generator.ts';
import jars from './programs/java/jars.json' with { type: 'json' };

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

/** OpenAPI Generator, whose client is in Java. */
export const openapiGenerator: Generator = {
  missing: () => missing('javac', '-version'),
  install: async () => {
    await libraries();
    return options;
  },
  place: async (folder) => {
    const jar = Object.keys(jars).find((path) => path.includes('generator-cli')) ?? '';
    await symlink(join(await libraries(), basename(jar)), join(folder, 'openapi-generator-cli.jar'));
  },
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
