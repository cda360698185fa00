import { access } from 'node:fs/promises';
import { Command } from 'commander';
import { createProbe } from '../../conformance/engine/probe.ts';
import { createWire } from '../../conformance/engine/wire.ts';
import { plain } from '../../conformance/report/plain.ts';
import { counted, shellWord } from '../../conformance/report/words.ts';
import { checkWritable, writeWhole } from '../../conformance/report/write.ts';
import { checkBaseUrl, isLoopback } from '../../conformance/target/base-url.ts';
import { readNode } from '../../conformance/target/node-argument.ts';
import { preflight } from '../../conformance/target/preflight.ts';
import { resolveTarget } from '../../conformance/target/resolve.ts';
import { schemaLine } from '../../conformance/target/schema-line.ts';
import { sketchNodes } from '../../conformance/target/sketch.ts';
import { loadContract } from '../contract/load.ts';
import { Fault } from '../fault.ts';
import { network } from '../wire/network.ts';
import { conceal } from '../wire/secrets.ts';
import { gather, wholeNumber } from './arguments.ts';
import { print } from './print.ts';
import { targetText } from './target-text.ts';

type Options = {
  readonly node?: readonly string[];
  readonly output: string;
  readonly timeout: number;
  readonly insecure: boolean;
};

/** `assay init`: writes a first target file. */
export const initCommand = (): Command =>
  new Command('init')
    .description('look at a server and write a commented target file; a token is taken from ASSAY_TOKEN')
    .argument('<base-url>', 'where the server stands, with a path or without')
    .option('--node <hierarchy/node>', 'a node to list', gather)
    .option('--output <file>', 'the file to write, which must not be there yet', 'target.yaml')
    .option('--timeout <ms>', 'how long one exchange may take', wholeNumber(1, 600_000), 10_000)
    .option('--insecure', 'take a certificate that nobody vouches for', false)
    .action(init);

async function init(text: string, { node = [], output, timeout, insecure }: Options): Promise<void> {
  const baseUrl = checkBaseUrl(text, 'the base URL');
  const nodes = node.map(readNode);
  if (await exists(output)) throw new Fault(`${output} is there already; name another file with --output.`);
  await checkWritable(output);
  const { ASSAY_TOKEN: token } = process.env;
  if (token && !/^[!-~]+$/.test(token))
    throw new Fault('ASSAY_TOKEN holds a character that cannot stand in a header; correct it.');
  const target = resolveTarget({ writes: 'deny', ...(token ? { token } : {}) }, baseUrl, nodes);
  const { transport, close } = network(baseUrl, { connections: 1, timeout, insecure });
  try {
    const wire = createWire(transport);
    const contract = await loadContract();
    await preflight({ contract, target: { ...target, nodes: [] } }, wire);
    const setting = { contract, target, seed: 0, draws: 0, nonce: '00000000', level: 'unspecified' } as const;
    const { probe, exchanges } = createProbe(setting, wire);
    const sketches = await sketchNodes(probe);
    const isAsked = exchanges().some(({ reply }) => 'status' in reply && [401, 403].includes(reply.status));
    const takesToken = isAsked || token !== undefined;
    const sketch = { baseUrl, isLoopback: isLoopback(baseUrl), takesToken, nodes: sketches };
    await writeWhole(output, conceal(targetText(schemaLine(output), sketch), token ? [token] : []));
    for (const one of sketches)
      if ('problem' in one) print(`${one.hierarchy}/${one.node} could not be listed: ${plain(one.problem)}`);
    const rest = nodes.length === 0 ? 'name its nodes there' : 'fill in what only you can know';
    print(`${output} written, with ${counted(nodes.length, 'node')}; ${rest}, then:`);
    print(`  assay check --target ${shellWord(output)}`);
  } finally {
    await close();
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
