import { matchesGlob } from 'node:path';
import { parseArgs } from 'node:util';
import { atOnce } from '../../src/once.ts';
import { measuredOn } from '../edition.ts';
import { checkBehind } from './disturbance.ts';
import { disturbances } from './disturbances.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How many times each server is checked, each time with another seed. */
    times: { type: 'string', default: '1' },
    /** How many servers are checked at the same time. */
    jobs: { type: 'string', default: '4' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const isNamed = (name: string): boolean =>
  positionals.length === 0 || positionals.some((pattern) => matchesGlob(name, pattern));

const limit = atOnce(Number(values.jobs));
const rows = Object.entries(disturbances).filter(([name]) => isNamed(name));
if (rows.length === 0) throw new Error(`no disturbed server is named ${positionals.join(' or ')}`);
const seeds = Array.from({ length: Number(values.times) }, (_, index) => index + 1);
const wrong: string[] = [];
const check = async ([name, row]: (typeof rows)[number], seed: number): Promise<void> => {
  const begin = performance.now();
  const { code, isRight, line, broken } = await checkBehind(row, `${name}/${seed}`);
  if (!isRight) wrong.push(name);
  const seconds = ((performance.now() - begin) / 1000).toFixed(1);
  say(`${isRight ? ' ' : '✗'} ${name}: ${code} of ${row.codes.join(', ')}; ${seconds} s`);
  say(`    ${line}`);
  if (!isRight && broken.length > 0) say(`    broken: ${broken.join(', ')}`);
};
await Promise.all(seeds.flatMap((seed) => rows.map((row) => limit(() => check(row, seed)))));
const checks = rows.length * seeds.length;
say(await measuredOn(new URL('../..', import.meta.url).pathname));
say(`${checks - wrong.length} of ${checks} checks of ${rows.length} disturbed servers had a right exit code`);
process.exitCode = wrong.length === 0 ? 0 : 1;
