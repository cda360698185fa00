import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measuredOn } from '../edition.ts';
import { row } from '../row.ts';
import { configurations, gatewayOf, isInstalled } from './gateway.ts';
import { attempt, openShops, type Tried } from './trial.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(import.meta.dirname, 'results.md') } },
});
const root = join(import.meta.dirname, '../..');
const folder = '/tmp/assay-gateways';
await mkdir(folder, { recursive: true });
await using shops = await openShops(join(folder, 'shops'));
const chosen = configurations.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.startsWith(word)),
);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const tried: Tried[] = [];
for (const configuration of chosen) {
  const { name } = configuration;
  if (!isInstalled(gatewayOf(configuration))) {
    say(`${name}: left out, since ${gatewayOf(configuration).program} is not installed`);
    continue;
  }
  const one = await attempt(configuration, shops, join(folder, name.replace('/', '-'))).catch((error) => ({
    name,
    first: { verdict: 'none', why: String(error), warnings: [], seconds: 0 },
  }));
  tried.push(one);
  say(cells(one).join(' | '));
  if (one.first.why && one.first.verdict !== 'conforms') say(`    ${one.first.why}`);
}

/** What a line of the results says. */
function cells({ name, first, followed }: Tried): string[] {
  const verdict = (one = first): string =>
    `${one.verdict}${one.warnings.length > 0 ? `, ${one.warnings.length} warned of` : ''} (${one.seconds} s)`;
  const advice = first.verdict === 'conforms' ? first.warnings[0] : (first.advice ?? first.why);
  return [
    name,
    verdict(),
    (advice ?? '').replaceAll('|', '\\|').replaceAll(/\d{5}/g, 'PORT'),
    followed ? verdict(followed) : '',
  ];
}

const falsePositives = tried.filter(({ first, followed }) =>
  [first, followed].some((one) => one?.verdict === 'violates'),
);
const failed = tried.filter(({ first }) => first.verdict === 'none');
const summary = `${tried.length - failed.length} configurations ran, ${failed.length} did not start; ${falsePositives.length} reported a conforming server.`;
say(summary);
const table = [
  row('configuration', 'verdict', 'advice, or the first warning', 'verdict after following it'),
  row('---', '---', '---', '---'),
  ...tried.map((one) => row(...cells(one))),
];
await writeFile(
  values.out,
  ['# A conforming server behind real gateways', '', await measuredOn(root), summary, '', ...table, ''].join(
    '\n',
  ),
);
process.exitCode = falsePositives.length + failed.length === 0 ? 0 : 1;
