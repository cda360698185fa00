import { Command } from 'commander';
import { loadCatalogue } from '../../conformance/engine/catalogue.ts';
import { createWire } from '../../conformance/engine/wire.ts';
import { proveOnTarget } from '../../conformance/proof/on-target.ts';
import { proveOnStub } from '../../conformance/proof/prove.ts';
import type { Finding } from '../../conformance/proof/trials.ts';
import { readNode } from '../../conformance/target/node-argument.ts';
import { preflight } from '../../conformance/target/preflight.ts';
import { network } from '../wire/network.ts';
import { gather } from './arguments.ts';
import { print } from './print.ts';
import { proofSheet } from './proof-sheet.ts';
import { openSubject } from './subject.ts';

type Options = { readonly target?: string; readonly node?: readonly string[]; readonly verbose: boolean };

/** `assay prove`: the suite's own test. */
export const proveCommand = (): Command =>
  new Command('prove')
    .description(
      'show that every rule catches its mutants and accuses nobody; with a base URL, what would be seen there',
    )
    .argument('[base-url]', 'a server before which the mutants of the reading rules are put')
    .option('--target <file>', 'what only its operator knows (YAML)')
    .option('--node <hierarchy/node>', 'a node to list, besides those of the target file', gather)
    .option('--verbose', 'a line for every rule, not only for those that fall short', false)
    .action(prove);

async function prove(baseUrl: string | undefined, options: Options): Promise<void> {
  const count = counter();
  const isLive = baseUrl !== undefined || options.target !== undefined;
  const findings = isLive ? await onTarget(baseUrl, options, count.on) : await proveOnStub(count.on);
  count.end();
  const sheet = proofSheet(findings, { verbose: options.verbose, isLive });
  print(sheet.text);
  process.exitCode = sheet.holds ? 0 : 1;
}

async function onTarget(
  baseUrl: string | undefined,
  options: Options,
  onFinding: (finding: Finding) => void,
): Promise<Finding[]> {
  const nodes = (options.node ?? []).map(readNode);
  await using subject = await openSubject({
    ...options,
    ...(baseUrl === undefined ? {} : { baseUrl }),
    nodes,
  });
  const { contract, target } = subject;
  const catalogue = await loadCatalogue(contract);
  const { transport, close } = network(target.baseUrl, { connections: 8, timeout: 10_000 });
  try {
    await preflight({ contract, target }, createWire(transport));
    return await proveOnTarget({ contract, catalogue, target, transport, nonce: '00000000' }, onFinding);
  } finally {
    await close();
  }
}

/** Counts the trials on a terminal; silent in a pipe. */
function counter(): { readonly on: (finding: Finding) => void; readonly end: () => void } {
  const { isTTY } = process.stderr;
  let tried = 0;
  const on = (): void => {
    tried += 1;
    if (isTTY) process.stderr.write(`\r${tried} trials`);
  };
  return { on, end: () => isTTY && process.stderr.write('\r\u001b[2K') };
}
