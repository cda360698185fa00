import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { folderOf, install, missing, startServer } from '../independent/server.ts';
import { differenceOf } from './difference.ts';
import { identify } from './identify.ts';
import type { Mutator, ServerMutant } from './mutator.ts';
import { runTool } from './run-tool.ts';

/** What handles requests. The data, and the start of the process with its switches, are left as they are. */
const files = ['httpx.go', 'keys.go', 'products.go', 'subscriptions.go'];

const tool = join(import.meta.dirname, 'go-mutesting');
const program = 'github.com/zimmski/go-mutesting/cmd/go-mutesting';
const settings = ['GOTOOLCHAIN=local', 'GOFLAGS=-mod=readonly', 'CGO_ENABLED=0', 'GOWORK=off'];

/** The whole file of each mutant, as the tool left it. */
const mutated = new Map<string, string>();

/** go-mutesting writes each mutant as a file of its own; one server is built with each, from the same other files. */
export const mutator: Mutator = {
  server: 'go',
  tool: 'go-mutesting 6d9217011a00',

  async missing() {
    const module = await runTool(tool, 'env', ...settings, 'go', 'list', '-m').catch(() => undefined);
    return (await missing('go')) ?? (module === undefined ? 'Go 1.24 (go) is not there' : undefined);
  },

  async generate(work) {
    await install('go');
    const kept = join(work, 'mutants');
    await rm(kept, { recursive: true, force: true });
    await mkdir(kept, { recursive: true });
    await runTool(tool, 'env', ...settings, 'go', 'build', '-o', join(work, 'go-mutesting'), program);
    const words = ['--debug', '--no-exec', '--do-not-remove-tmp-folder', ...files];
    const command = [...settings, `TMPDIR=${kept}`, join(work, 'go-mutesting'), ...words];
    const said = await runTool(folderOf('go'), 'env', ...command);
    const mutants = identify(await Promise.all(saved(said).map(read)));
    for (const { id, place } of mutants) mutated.set(id, place);
    return mutants.map(({ column: _column, place: _place, ...mutant }) => mutant);
  },

  async start(work, mutant) {
    if (mutant === undefined) return startServer('go');
    const folder = await mkdtemp(join(work, 'server-'));
    const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
    try {
      await build(folder, mutant);
      const { baseUrl, [Symbol.asyncDispose]: stop } = await startServer('go', { folder });
      return { baseUrl, [Symbol.asyncDispose]: () => stop().then(remove) };
    } catch (error) {
      await remove();
      throw error;
    }
  },
};

/** A folder with the server's own way to start and a server that is built already. */
async function build(folder: string, { id, file }: ServerMutant): Promise<void> {
  const source = folderOf('go');
  const replacement = mutated.get(id);
  if (replacement === undefined) throw new Error(`${id} is none of the mutants that were made`);
  const overlay = join(folder, 'overlay.json');
  await writeFile(overlay, JSON.stringify({ Replace: { [join(source, file)]: replacement } }));
  await copyFile(join(source, 'start'), join(folder, 'start'));
  const cache = `GOCACHE=${join(source, '.gocache')}`;
  const words = ['build', '-p', '1', '-overlay', overlay, '-o', join(folder, 'bin/server'), '.'];
  await runTool(source, 'env', ...settings, cache, 'go', ...words);
}

/** One mutant that the tool says to have saved, and by which of its operators. */
type Saved = { readonly operator: string; readonly place: string };

/** The tool names an operator, and then each file that it made with it; of equal files it says so. */
function saved(said: string): readonly Saved[] {
  const all: Saved[] = [];
  let operator = '';
  for (const line of said.split('\n')) {
    operator = /^Mutator (.+)$/.exec(line)?.[1] ?? operator;
    const place = /^Save mutation into "(.+)" with checksum/.exec(line)?.[1];
    if (place !== undefined) all.push({ operator, place });
  }
  return all;
}

async function read({ operator, place }: Saved) {
  const file = basename(place).replace(/\.\d+$/, '');
  const before = await readFile(join(folderOf('go'), file), 'utf8');
  const after = await readFile(place, 'utf8');
  const [old, now] = [before.split('\n'), after.split('\n')];
  const index = old.findIndex((line, at) => line !== now[at]);
  const [was = '', is = ''] = [old[index], now[index]];
  const column = [...was].findIndex((character, at) => character !== is[at]) + 1;
  return { file, line: index + 1, column, operator, diff: differenceOf(file, before, after), place };
}
