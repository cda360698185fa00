import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node';
import { definitionKinds, filesDefining } from '../conformance/rule-files/rules-of-folder.ts';
import { nearestFirst, ownTests } from './nearest-tests.ts';

// `npm test` runs the lint, the types, the contract's linter and the quick tests. `npm test -- FILE…` runs for some seconds what
// is nearest to those files: the tests that import them through the fewest others, where those of their folder and of their name
// count as nearer, and the laws on their rules.

/** Tries the laws on the rules nearest to the files. */
const nearLaws = 'test/laws/near.test.ts';

const root = resolve(import.meta.dirname, '..');

/** How many seconds after its start the command ends, and how long before that the last test begins. */
const [most, last] = [19, 2];

const files = process.argv.slice(2).map((file) => relative(root, resolve(file)));
const missing = files.find((file) => !existsSync(join(root, file)));
if (missing !== undefined) {
  process.stderr.write(`there is no file ${missing}; name files of this checkout.\n`);
  process.exitCode = 2;
} else if (files.length > 0) process.exit(await runNearest(files));
else process.exitCode = await runAll();

async function runAll(): Promise<number> {
  for (const script of ['lint', 'types', 'contract']) {
    const { status } = spawnSync('npm', ['run', '-s', script], { cwd: root, stdio: 'inherit' });
    if (status !== 0) return status ?? 1;
  }
  return spawnSync('vitest', ['run', '--project', 'quick'], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

async function runNearest(changed: readonly string[]): Promise<number> {
  const distances = distancesFrom(changed, await importers());
  const tests = globSync('test/**/*.test.ts', { cwd: root });
  const own = new Map(changed.flatMap((file) => [...ownTests(file, tests)]));
  class NearestFirst extends BaseSequencer {
    /** The laws are second, since they take all the time there is. */
    override async sort(all: TestSpecification[]): Promise<TestSpecification[]> {
      const byName = new Map(all.map((one) => [relative(root, one.moduleId), one]));
      const secondsOf = (name: string): number => {
        const specification = byName.get(name);
        const earlier = specification && this.ctx.cache.getTestSpecificationResult(specification);
        return (earlier?.duration ?? 0) / 1000;
      };
      const others = [...byName.keys()].filter((name) => name !== nearLaws);
      const [first, ...rest] = nearestFirst(others, { distances, own, secondsOf });
      return [first, nearLaws, ...rest].flatMap((name) => byName.get(name ?? '') ?? []);
    }
  }

  process.env.TEST_NEAR = JSON.stringify(Object.fromEntries(distances));
  process.env.TEST_UNTIL = String(performance.timeOrigin + (most - last) * 1000);
  const vitest = await createVitest('test', {
    root,
    watch: false,
    project: ['quick', 'near'],
    sequence: { sequencer: NearestFirst },
  });
  const timers = [
    setTimeout(() => vitest.cancelCurrentRun('keyboard-input'), (most - last) * 1000 - performance.now()),
    setTimeout(() => process.exit(result()), most * 1000 - performance.now()),
  ];
  await vitest.start(
    [...new Set([...own.keys(), ...distances.keys()])].filter((file) => file.endsWith('.test.ts')),
  );
  for (const timer of timers) clearTimeout(timer);
  await vitest.close();
  return result();

  /** Says how far it was; the exit code is 1 if anything failed, or nothing ended in time. */
  function result(): number {
    const modules = vitest.state.getTestModules();
    const run = modules.filter((module) => ['passed', 'failed'].includes(module.state()));
    const failed = modules.filter(
      (module) => !module.ok() || [...module.children.allTests('failed')].length > 0,
    );
    process.stdout.write(
      `${run.length} of ${modules.length} test files near ${changed.join(', ')} were run.\n`,
    );
    if (run.length === 0) process.stderr.write('No test ended in time; run npm test.\n');
    return failed.length > 0 || run.length === 0 ? 1 : 0;
  }
}

/** For each file of the checkout the files that load it. What is found by its folder is loaded by what finds it. */
async function importers(): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const add = (file: string, importer: string): void =>
    void (found.get(file)?.push(importer) ?? found.set(file, [importer]));
  for (const importer of globSync('{src,conformance,spec,fixtures,tools,test,bench,examples}/**/*.{ts,mjs}', {
    cwd: root,
  })) {
    const text = readFileSync(join(root, importer), 'utf8').replaceAll(/^(import|export) type [^;]*;/gm, '');
    for (const [, specifier = ''] of text.matchAll(/['"`](\.{1,2}\/[^'"`\s]+\.\w+)['"`]/g))
      add(join(dirname(importer), specifier), importer);
  }
  for (const kind of definitionKinds)
    for (const file of await filesDefining(kind, join(root, 'spec/rules')))
      add(`spec/rules/${file}`, 'conformance/rule-files/rules-of-folder.ts');
  add('spec/stub/parts.ts', 'conformance/stub-target/sample-data.ts');
  return found;
}

/** Through how many imports each file is reached from some. */
function distancesFrom(
  some: readonly string[],
  importersOf: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const distances = new Map(some.map((file) => [file, 0]));
  for (const [file, distance] of distances)
    for (const importer of importersOf.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
