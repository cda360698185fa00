import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How the tests of a run ended, by name; a failure with its first line. And all that was said. */
type VitestRun = { readonly tests: Readonly<Record<string, string>>; readonly output: string };

type Told = {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
};

/** Runs Vitest as a team does, in a process of its own, over a folder of this repository. */
export async function runVitest(folder: string, ...words: readonly string[]): Promise<VitestRun> {
  const report = join(await mkdtemp(join(tmpdir(), 'assay-vitest-')), 'report.json');
  const where = ['--root', folder, '--config', `${root}examples/vitest.config.ts`];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const output = await vitest(['run', ...where, ...reporters, ...words]);
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`Vitest reported nothing: ${output}`);
  });
  await rm(join(report, '..'), { recursive: true });
  const ends = (JSON.parse(text) as Told).testResults.flatMap(({ assertionResults }) =>
    assertionResults.map(({ title, status, failureMessages }) => {
      const [message] = failureMessages ?? [];
      return [title, message === undefined ? status : `${status}: ${message.split('\n')[0]}`];
    }),
  );
  return { tests: Object.fromEntries(ends), output };
}

function vitest(words: readonly string[]): Promise<string> {
  const { VITEST: _vitest, ...environment } = process.env;
  const options = { cwd: root, env: environment, maxBuffer: 2 ** 26 };
  const command = [`${root}node_modules/vitest/vitest.mjs`, ...words];
  // How it ends is told by its report: an exit code would say only that a test failed.
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (_, stdout, stderr) => resolve(stdout + stderr));
  });
}
