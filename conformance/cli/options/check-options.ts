import { type Command, InvalidArgumentError } from 'commander';
import type { CredentialOptions } from '../../report/secrets/credential-words.ts';
import { defaultSeed } from '../../runner/run/session.ts';
import { defaultBudget, longestBudget, longestTimeout, mostWrites } from '../../transport/bounds.ts';
import { defaultMaxWrites } from '../../transport/max-writes.ts';
import { credentialOptions } from './credentials.ts';
import { CommandWithEnvironment } from './from-environment.ts';
import {
  type JudgingOptions,
  reportHelp,
  selectionOptions,
  strictHelp,
  targetOptions,
  verboseHelp,
} from './judging-options.ts';
import { collect, readSeed, wholeNumber } from './option-values.ts';

/** The options of `assay check`. */
export type CheckFlags = JudgingOptions &
  CredentialOptions & {
    readonly node?: readonly string[];
    /** Whether the stub is checked. */
    readonly stub: boolean;
    readonly failed: boolean;
    /** Folders; true: keys only. */
    readonly watch?: readonly string[] | true;
    readonly bail: boolean;
    readonly seed: number;
    readonly runs: number;
    readonly nonce?: string;
    readonly concurrency: number;
    readonly rate?: number;
    readonly timeout: number;
    readonly budget?: number;
    readonly wait?: number;
    readonly insecure: boolean;
    readonly allowWrites: boolean;
    readonly maxWrites: number;
    readonly plan: boolean;
    readonly writeWaivers?: string;
  };

/** The command `check` with its options, but without its action. Each can be given by the environment instead. */
export function checkOptions(): Command {
  const command = new CommandWithEnvironment('check')
    .description('check whether a server behaves as the specification says')
    .argument(
      '[base-url]',
      'the address of the server, with or without a path; by default that of the target file',
    )
    .option('--stub', 'check the stub that assay includes, instead of a server', false);
  targetOptions(command, 'a file that describes the server: its token, ids and nodes').option(
    '--node <hierarchy/node>',
    'a node to list, in addition to those of the target file',
    collect,
  );
  credentialOptions(command);
  return selectionOptions(command, {
    only: 'test only these rules and choices',
    skip: 'do not test these rules and choices',
  })
    .option('--failed', 'test only the rules that the last check found broken, or could not decide', false)
    .option(
      '--watch [folders...]',
      'check again when a file in these folders changes, or when Enter or r is pressed; q ends',
    )
    .option('--strict', strictHelp, false)
    .option('--bail', 'stop at the first broken rule', false)
    .option('--report <kind=file>', reportHelp, collect)
    .option(
      '--seed <n>',
      'which random values to send: a number always sends the same values; random takes a new number',
      readSeed,
      defaultSeed,
    )
    .option(
      '--runs <n>',
      'send N times as many random values, which takes longer and may find more',
      wholeNumber(1, 1000),
      1,
    )
    .option(
      '--nonce <hex>',
      'eight hexadecimal digits that assay puts into the names that it sends, so that you find what a run created; random by default',
      readNonce,
    )
    .option(
      '--concurrency <n>',
      'how many tests run at once, and how many connections they use',
      wholeNumber(1, 256),
      8,
    )
    .option('--rate <n/s>', 'send at most this many requests per second', readRate)
    .option(
      '--timeout <ms>',
      'how long one request may take, with all repeats and waits',
      wholeNumber(1, longestTimeout),
      10_000,
    )
    .option(
      '--budget <s>',
      `how many seconds the whole check may take (default: ${defaultBudget}); what is not reached by then is inconclusive`,
      wholeNumber(1, longestBudget),
    )
    .option(
      '--wait <s>',
      'how many seconds to wait for a server that is still starting',
      wholeNumber(1, 3600),
    )
    .option('--insecure', 'accept certificates that cannot be verified', false)
    .option('--allow-writes', 'allow POST requests; created records cannot be deleted', false)
    .option(
      '--max-writes <n>',
      'send at most this many POST requests',
      wholeNumber(0, mostWrites),
      defaultMaxWrites,
    )
    .option('--plan', 'show what would be sent, without sending it', false)
    .option(
      '--write-waivers <file>',
      'allow the rules that are broken now to stay broken: add a waiver for each to this target file',
    )
    .option('--verbose', verboseHelp, false);
}

function readNonce(text: string): string {
  if (/^[0-9a-f]{8}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be eight hexadecimal digits.');
}

function readRate(text: string): number {
  const [, number = ''] = /^(\d+(?:\.\d+)?)(?:\/s)?$/.exec(text) ?? [];
  const rate = Number(number);
  if (rate > 0 && rate <= 100_000) return rate;
  throw new InvalidArgumentError('It must be a number of requests per second, such as 20/s.');
}
