import type { Command } from 'commander';
import { collect } from './option-values.ts';
import { overlayHelp } from './overlays.ts';

/** What every command that judges can be told. */
export type JudgingOptions = {
  /** False: none is looked for. */
  readonly target?: string | false;
  readonly overlay?: readonly string[];
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly require?: readonly string[];
  readonly strict: boolean;
  readonly report?: readonly string[];
  readonly verbose: boolean;
};

/** The description of `--strict`. */
export const strictHelp =
  'fail also if a should rule (our interpretation of the specification) is broken, not only if a must rule is';

/** The description of `--report`. */
export const reportHelp =
  'write a report, such as html=report.html; the kinds are json, junit, html, markdown and har (requests and responses)';

/** The description of `--verbose`. */
export const verboseHelp = 'show all problems, all choices, and the names of the untested rules';

/** Adds the options that say what is known of the target; which of it counts differs from command to command. */
export const targetOptions = (command: Command, whatCounts: string): Command =>
  command
    .option(
      '--target <file>',
      `${whatCounts} (YAML); by default assay.target.yaml, in this folder or above it`,
    )
    .option('--no-target', 'do not look for assay.target.yaml')
    .option('--overlay <file>', overlayHelp, collect);

/** Adds the options that pick rules, in the words of what the command does with them. */
export const selectionOptions = (
  command: Command,
  words: { readonly only: string; readonly skip: string },
): Command =>
  command
    .option('--only <glob>', `${words.only}: an id, the beginning of ids, or a pattern with *`, collect)
    .option('--skip <glob>', words.skip, collect)
    .option('--require <glob>', 'rules that must be tested and must pass', collect);

/** The rules that are picked. */
export const selectionOf = ({
  only = [],
  skip = [],
  require = [],
}: Pick<JudgingOptions, 'only' | 'skip' | 'require'>) => ({
  only,
  skip,
  require,
});

/** The words of a command line that say what is known of the target. */
export const targetWords = ({
  target,
  overlay = [],
}: Pick<JudgingOptions, 'target' | 'overlay'>): string[] => [
  ...(target === undefined ? [] : target ? ['--target', target] : ['--no-target']),
  ...overlay.flatMap((one) => ['--overlay', one]),
];
