// Checks public servers with other tools: npm run bench -- real-beside ['NAME' ['TOOL']]. What each prints is in `work`, under real/tools.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { execute } from '../processes.ts';
import { contractOf, installed, installedIn, limitMs, serving } from './judge.ts';
import { servers } from './servers.ts';

type Tool = { readonly install: string; readonly check: string };

const table: Record<string, Tool> = parse(await readFile(join(import.meta.dirname, 'tools.yaml'), 'utf8'));
const [pattern = '', only = ''] = process.argv.slice(2);
const tools = Object.entries(table).filter(([tool]) => tool.includes(only));
for (const server of servers.filter(({ name }) => name.includes(pattern))) {
  const folder = await installed(server);
  for (const [tool, { install, check }] of tools) {
    const home = await installedIn(`tools/${tool}`, install);
    const { code, output } = await serving(server, folder, (address) => {
      const command = check.replace('{contract}', contractOf(server)).replace('{address}', address);
      return execute('sh', ['-c', command], { folder: home, limitMs });
    });
    await mkdir(join(home, 'printed'), { recursive: true });
    await writeFile(join(home, 'printed', `${server.name.replaceAll('/', '-')}.txt`), output);
    process.stdout.write(`${server.name}, ${tool}: exit code ${code}\n`);
  }
}
