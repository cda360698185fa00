import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { folderOf, install, missing, startServer } from '../independent/server.ts';
import { identify } from './identify.ts';
import type { Mutator, ServerMutant } from './mutator.ts';
import { runTool } from './run-tool.ts';

/** Classes of which everything handles requests. */
const whole = ['ApiException', 'ApplicationKeys', 'Auth', 'Filter', 'Input', 'NodeProducts', 'Subscriptions'];

/** The methods that handle requests in classes that also hold the data or start the process. */
const methods: Readonly<Record<string, RegExp>> = {
  Catalog:
    /^(product\(Ljava\/util\/UUID;\)|node\(Ljava\/util\/UUID;Ljava\/util\/UUID;\)|ordered\(|lambda\$(node|ordered)\$)/,
  Main: /^(baseUrl|timestamp|problem)\(/,
};

const tool = join(import.meta.dirname, 'pit');

/** The class file of each mutant, as the tool left it. */
const mutated = new Map<string, { readonly name: string; readonly file: string }>();

/** PIT writes each mutant as a class file, which is put before the server's own on the class path. */
export const mutator: Mutator = {
  server: 'java',
  tool: 'PIT 1.25.9',
  missing: () => missing('java'),

  async generate(work) {
    await install('java');
    const source = folderOf('java');
    const tools = join(work, 'tools');
    const quiet = ['--quiet', '--batch-mode', `-Dmaven.repo.local=${join(work, 'm2')}`];
    await runTool(tool, 'mvn', ...quiet, 'package', `-DoutputDirectory=${tools}`);
    const report = join(work, 'report');
    await rm(report, { recursive: true, force: true });
    const classes = join(source, 'target/classes');
    const classPath = [join(tools, '*'), classes, join(source, 'target/lib/*')].join(':');
    const main = 'org.pitest.mutationtest.commandline.MutationCoverageReport';
    const where = ['--targetClasses', 'shop.*', '--sourceDirs', join(source, 'src/main/java')];
    const what = ['--mutators', 'DEFAULTS,REMOVE_CONDITIONALS', '--features', '+EXPORT'];
    // There are no tests that it could run: it is asked for its mutants only.
    const rest = ['--targetTests', 'shop.None', '--mutableCodePaths', classes, '--reportDir', report];
    await runTool(work, 'java', '-cp', classPath, main, ...where, ...what, ...rest);
    const mutants = identify(await exported(join(report, 'export')));
    for (const { id, name, classFile } of mutants) mutated.set(id, { name, file: classFile });
    return mutants.map(({ id, file, line, operator, diff }) => ({ id, file, line, operator, diff }));
  },

  async start(work, mutant) {
    const environment = mutant === undefined ? {} : { CLASSES: await place(join(work, 'classes'), mutant) };
    return startServer('java', { environment });
  },
};

/** A folder for the class path with nothing but the class of a mutant. */
async function place(folder: string, { id }: ServerMutant): Promise<string> {
  const found = mutated.get(id);
  if (found === undefined) throw new Error(`${id} is none of the mutants that were made`);
  const root = join(folder, id.replaceAll(/[^\w.]+/g, '-'));
  const file = join(root, `${found.name.replaceAll('.', '/')}.class`);
  await mkdir(dirname(file), { recursive: true });
  await copyFile(found.file, file);
  return root;
}

/** What PIT says of one mutant. */
const form =
  /clazz=(?<name>[^,]+), method=(?<method>[^,]+), methodDesc=(?<parameters>[^\]]+)\], indexes=\[(?<index>\d+).*?mutator=[\w.]+\.(?<operator>\w+)\], filename=(?<file>[^,]+), .*lineNumber=(?<line>\d+), description=(?<says>.*), testsInOrder/;

async function exported(folder: string) {
  const names = await readdir(folder, { recursive: true });
  const details = names.filter((name) => name.endsWith('/details.txt'));
  const all = await Promise.all(details.map((name) => read(join(folder, name))));
  const kept = all.filter(({ name, method }) => {
    const simple = name.replace(/^shop\.(\w+).*$/, '$1');
    return whole.includes(simple) || methods[simple]?.test(method);
  });
  const inOrder = kept.toSorted(
    (a, b) =>
      compare(a.file, b.file) ||
      compare(a.method, b.method) ||
      a.column - b.column ||
      compare(a.operator, b.operator),
  );
  return Promise.all(inOrder.map((one) => described(one, inOrder)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

async function read(file: string) {
  const text = await readFile(file, 'utf8');
  const {
    name = '',
    method,
    parameters,
    index,
    operator = '',
    file: source,
    line,
    says = '',
  } = form.exec(text)?.groups ?? {};
  return {
    name,
    method: `${method}${parameters}`,
    file: `src/main/java/shop/${source}`,
    line: Number(line),
    /** PIT knows no columns; its number of the instruction in the method takes the place of one. */
    column: Number(index),
    operator,
    says,
    classFile: join(dirname(file), `${name}.class`),
  };
}

type Read = Awaited<ReturnType<typeof read>>;

/** The line as it is in the source, and what PIT says to have done to it; where it could be meant of several places, to which. */
async function described(one: Read, all: readonly Read[]) {
  const text = await readFile(join(folderOf('java'), one.file), 'utf8');
  const line = text.split('\n')[one.line - 1]?.trim();
  const alike = all.filter(
    (other) =>
      other.name === one.name &&
      other.method === one.method &&
      other.line === one.line &&
      other.operator === one.operator &&
      other.says === one.says,
  );
  const which = alike.length > 1 ? ` (${alike.indexOf(one) + 1} of ${alike.length} in this line)` : '';
  const method = one.method.replace(/\(.*/, '');
  return { ...one, diff: `${one.file}:${one.line} in ${method}\n  ${line}\n${one.says}${which}` };
}
