import { randomInt } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import { usualMaxWrites } from '../../conformance/engine/allowance.ts';
import { usualSeed } from '../../conformance/engine/check.ts';
import { gather, wholeNumber } from './arguments.ts';
import { overlayHelp } from './overlays.ts';

/** What the command line of `assay check` says. */
export type CheckOptions = {
  readonly target?: string;
  readonly overlay?: readonly string[];
  readonly node?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly require?: readonly string[];
  readonly strict: boolean;
  readonly bail: boolean;
  readonly report?: readonly string[];
  readonly seed: number;
  readonly runs: number;
  readonly nonce?: string;
  readonly concurrency: number;
  readonly rate?: number;
  readonly timeout: number;
  readonly budget?: number;
  readonly insecure: boolean;
  readonly allowWrites: boolean;
  readonly maxWrites: number;
  readonly shard?: { readonly index: number; readonly count: number };
  readonly plan: boolean;
  readonly writeWaivers?: string;
  readonly verbose: boolean;
};

/** The command `check` and its options, without what it does. */
export const checkOptions = (): Command =>
  new Command('check')
    .description('hold a server against the contract; without a base URL, the stub')
    .argument('[base-url]', 'where the server stands, with a path or without')
    .option('--target <file>', 'what only its operator knows: token, ids, nodes (YAML)')
    .option('--overlay <file>', overlayHelp, gather)
    .option('--node <hierarchy/node>', 'a node to list, besides those of the target file', gather)
    .option('--only <glob>', 'run only these rules and observations; an id, its beginning or a glob', gather)
    .option('--skip <glob>', 'leave these out', gather)
    .option('--require <glob>', 'rules that have to pass', gather)
    .option('--strict', 'count a broken should as a violation', false)
    .option('--bail', 'begin nothing more once a rule is broken', false)
    .option('--report <kind=file>', 'write a report: json, junit, html, markdown or har', gather)
    .option('--seed <n>', 'what is drawn follows from it; a number, or random', readSeed, usualSeed)
    .option('--runs <n>', 'how many times the usual number of draws', wholeNumber(1, 1000), 1)
    .option('--nonce <hex>', 'what tells this run apart; drawn afresh if left out', readNonce)
    .option('--concurrency <n>', 'how many rules run at once', wholeNumber(1, 256), 8)
    .option('--rate <n/s>', 'the most requests in a second', readRate)
    .option(
      '--timeout <ms>',
      'how long one exchange may take, Retry-After included',
      wholeNumber(1, 600_000),
      10_000,
    )
    .option('--budget <s>', 'the whole run ends by then', wholeNumber(1, 86_400))
    .option('--insecure', 'take a certificate that nobody vouches for', false)
    .option('--allow-writes', 'consent to requests that leave records behind', false)
    .option(
      '--max-writes <n>',
      'the most records that are left behind',
      wholeNumber(0, 1_000_000),
      usualMaxWrites,
    )
    .option('--shard <i/n>', 'run one of several parts, for assay merge to join', readShard)
    .option('--plan', 'tell what would be sent, and send nothing', false)
    .option('--write-waivers <file>', 'add a waiver to this target file for each rule that is broken now')
    .option('--verbose', 'show observations, and every rule that is only counted', false);

const largestSeed = 2 ** 31 - 1;

function readSeed(text: string): number {
  return text === 'random' ? randomInt(largestSeed) : wholeNumber(0, largestSeed)(text);
}

function readNonce(text: string): string {
  if (/^[0-9a-f]{8}$/.test(text)) return text;
  throw new InvalidArgumentError('It is eight hexadecimal digits.');
}

function readRate(text: string): number {
  const [, number = ''] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text) ?? [];
  const rate = Number(number);
  if (rate > 0 && rate <= 100_000) return rate;
  throw new InvalidArgumentError('It is a number of requests a second, such as 20/s.');
}

function readShard(text: string): { readonly index: number; readonly count: number } {
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index !== undefined && count !== undefined && index >= 1 && index <= count) return { index, count };
  throw new InvalidArgumentError('It is I/N with I from 1 to N, such as 2/3.');
}
