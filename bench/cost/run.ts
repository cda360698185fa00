import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { work } from '../processes.ts';
import { type Ran, runCommand } from './command.ts';
import type { Size } from './made-catalog.ts';
import { startServer } from './server.ts';
import { show, spreadOf } from './spread.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    /** How long one check may take, in seconds. */
    limit: { type: 'string', default: '120' },
  },
});
const rounds = Number(values.rounds);
const limitMs = Number(values.limit) * 1000;
await mkdir(work, { recursive: true });

type Line = { readonly what: string } & Ran;
const lines: Line[] = [];

async function grow(what: string, size: Size, nodeOptions: readonly string[] = []): Promise<void> {
  await using server = await startServer(size);
  const ran = await runCommand(server, limitMs, nodeOptions);
  lines.push({ what, ...ran });
  process.stdout.write(`${what}: ${JSON.stringify(ran)}\n`);
}

const starts: Ran[] = [];
{
  await using server = await startServer();
  for (let round = 0; round < rounds; round += 1) starts.push(await runCommand(server, limitMs));
}
for (const nodes of [5, 200]) await grow(`${nodes} nodes of 30 products`, { nodes, products: 30 });
for (const products of [100, 10_000]) await grow(`one node of ${products}`, { nodes: 1, products });
const young = '--max-semi-space-size=2';
await grow(`one node of 10000, \`node ${young}\``, { nodes: 1, products: 10_000 }, [young]);

const summary = {
  date: new Date().toISOString().slice(0, 10),
  machine: `Node ${process.version}, two shared cores: wall times are noisy`,
  rounds,
  check: {
    requests: starts[0]?.requests,
    wholeMs: spreadOf(starts.map(({ ms }) => ms)),
    firstRequestMs: spreadOf(starts.map(({ firstMs }) => firstMs)),
    megabytes: spreadOf(starts.map(({ megabytes }) => megabytes)),
  },
  growth: lines,
};
const text = [
  `Measured ${summary.date} (${summary.machine}), ${rounds} rounds, median (least to greatest).`,
  '',
  '| a default check of the stub | |',
  '| --- | ---: |',
  `| requests | ${summary.check.requests} |`,
  `| the whole command, ms | ${show(summary.check.wholeMs)} |`,
  `| start of the command to its first request, ms | ${show(summary.check.firstRequestMs)} |`,
  `| most memory, MB | ${show(summary.check.megabytes)} |`,
  '',
  '| growth | verdict | requests | seconds | most memory, MB |',
  '| --- | --- | ---: | ---: | ---: |',
  ...lines.map(
    ({ what, verdict, requests, ms, megabytes }) =>
      `| ${what} | ${verdict} | ${requests} | ${(ms / 1000).toFixed(1)} | ${megabytes} |`,
  ),
];
const results = new URL('../results/', import.meta.url);
await mkdir(results, { recursive: true });
await writeFile(new URL('cost.json', results), `${JSON.stringify(summary, null, 2)}\n`);
await writeFile(new URL('cost.md', results), `${text.join('\n')}\n`);
