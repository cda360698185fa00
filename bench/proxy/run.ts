import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { prepare } from '../stub/grounds.ts';
import { get } from '../stub/requests.ts';
import { startServer } from '../stub/server.ts';
import { show } from '../stub/statistics.ts';
import { measure } from './measure.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '15' } } });
const rounds = Number(values.rounds);

const { files, listing } = await prepare();
const bare = new URL('../stub/servers/bare.mjs', import.meta.url).pathname;
await using upstream = await startServer((port) => [bare, String(port), files.page, files.created], listing);
const path = `${listing}?page%5Blimit%5D=100`;
const measured = await measure(upstream.port, path, get(path), rounds);

const date = new Date().toISOString().slice(0, 10);
const table = [
  `Measured ${date} on Node ${process.version}, ${cpus().length} processors; ${rounds} rounds by turns; median (middle half).`,
  '',
  '| A page of 100 products | a second | to bare | best round to best | processor time, bare to this | ms | to bare | judged |',
  '|---|---:|---:|---:|---:|---:|---:|---|',
  ...measured.map(
    ({ name, rate, rateToBare, bestToBest, latency, latencyToBare, processor, judged }) =>
      `| ${name} | ${show(rate, 0)} | ${show(rateToBare, 2)} | ${bestToBest.toFixed(2)} | ${show(processor, 2)} | ${show(latency, 2)} | ${show(latencyToBare, 2)} | ${judged} |`,
  ),
].join('\n');
const results = new URL('../results/', import.meta.url);
await mkdir(results, { recursive: true });
await writeFile(new URL('proxy.json', results), `${JSON.stringify({ date, rounds, measured }, null, 2)}\n`);
await writeFile(new URL('proxy.md', results), `${table}\n`);
process.stdout.write(`${table}\n`);
