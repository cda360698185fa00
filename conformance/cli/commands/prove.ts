import { Command } from 'commander';
import { UserError } from '../../../src/errors.ts';
import { network } from '../../../src/http/network.ts';
import { defaultConcurrency, defaultTimeout } from '../../engine/option-defaults.ts';
import { rulesOnly } from '../../engine/rule-selection.ts';
import { loadRuleSet } from '../../kinds.ts';
import { proveOnTarget } from '../../proof/on-target.ts';
import { proveOnStub } from '../../proof/threads.ts';
import type { LawResult } from '../../proof/trials.ts';
import type { CredentialOptions } from '../../report/secrets.ts';
import { coloursFor, type Exit, type Io } from '../io/io.ts';
import { credentialOptions } from '../options/credentials.ts';
import {
  atHelp,
  collectValues,
  contractHelp,
  filesGiven,
  overlayHelp,
  readSeed,
} from '../options/options.ts';
import { showProgress } from '../output/progress.ts';
import { proofText } from '../output/proof.ts';
import { openTarget } from '../target/open-target.ts';

type Options = CredentialOptions & {
  readonly target?: string;
  readonly contract?: string;
  readonly at?: readonly string[];
  readonly seed?: number;
  readonly only: readonly string[];
  readonly overlay?: readonly string[];
  readonly verbose: boolean;
};

// biome-ignore format: one line a flag
export const proveCommand = (io: Io, exit: Exit): Command =>
  credentialOptions(new Command('prove'))
    .description(
      'test assay itself: each rule must find the faults that are planted for it (mutants), and must not fail a correct server; with a base URL, show which faults a check would find in that server',
    )
    .argument('[base-url]', 'a server; assay changes its responses, as a fault in the server would')
    .option('--target <file>', 'a file that describes the server: its token, ids and collections (YAML)')
    .option('--at <values>', atHelp, collectValues)
    .option('--only <glob>', 'plant only the faults of these rules: an id, the beginning of ids, or a pattern with *', collectValues, [])
    .option('--seed <n>', 'which random values to use: a number always gives the same values; random takes a new number', readSeed)
    .option('--contract <path>', contractHelp)
    .option('--overlay <file>', overlayHelp, collectValues)
    .option('--verbose', 'name every rule, not only those that miss a mutant', false)
    .action(async (baseUrl: string | undefined, options: Options) => exit(await prove(io, baseUrl, options)));

async function prove(io: Io, baseUrl: string | undefined, options: Options): Promise<number> {
  const isLive = [baseUrl, options.target].some((one) => one !== undefined);
  const findings = await tryAll(io, isLive, baseUrl, options);
  if (findings.length === 0) throw new UserError(isLive ? nothingOnServer : nothingOnStub);
  const style = {
    verbose: options.verbose,
    isLive,
    isPart: options.only.length > 0,
    colours: coloursFor(io),
  };
  const { text, holds } = proofText(findings, style);
  io.stdout.write(`${text}\n`);
  return holds ? 0 : 1;
}

const nothingOnServer =
  'nothing was tried: on a server, prove changes only responses of operations that read, and --only selects no rule of these.';

const nothingOnStub =
  'nothing was tried: under this contract, no response of the stub contains what the selected rules check; correct the Overlay, or select other rules with --only.';

async function tryAll(
  io: Io,
  isLive: boolean,
  baseUrl: string | undefined,
  options: Options,
): Promise<LawResult[]> {
  const { onProgress, end } = showProgress(io.stderr);
  let done = 0;
  const onTrial = ({ subject }: LawResult): void => {
    done += 1;
    onProgress({ done, doing: subject });
  };
  try {
    if (isLive) return await onTarget(io, baseUrl, options, onTrial);
    return await proveOnStub(onTrial, {
      ...givenSeed(options),
      ...filesGiven(options, io),
      only: options.only,
    });
  } finally {
    end();
  }
}

const givenSeed = ({ seed }: Options): { seed?: number } => (seed === undefined ? {} : { seed });

async function onTarget(
  io: Io,
  baseUrl: string | undefined,
  options: Options,
  onFinding: (finding: LawResult) => void,
): Promise<LawResult[]> {
  await using open = await openTarget({ ...options, ...(baseUrl === undefined ? {} : { baseUrl }) }, io);
  const { contract, target } = open;
  const ruleSet = rulesOnly(await loadRuleSet(contract), options.only);
  const { transport, close } = network(target.baseUrl, {
    connections: defaultConcurrency,
    timeout: defaultTimeout,
    env: io.env,
  });
  try {
    return await proveOnTarget(
      { contract, ruleSet, target, transport, nonce: '00000000', ...givenSeed(options) },
      onFinding,
    );
  } finally {
    await close();
  }
}
