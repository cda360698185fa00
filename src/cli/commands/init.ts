import { access } from 'node:fs/promises';
import { Command } from 'commander';
import { checkWritable, writeWhole } from '../../../conformance/report/files/write.ts';
import { counted, shellWord } from '../../../conformance/report/text/words.ts';
import { lookAt } from '../../../conformance/runner/look-at.ts';
import { checkBaseUrl, isLoopback } from '../../../conformance/target/base-url.ts';
import { readNode } from '../../../conformance/target/node-argument.ts';
import { preflight } from '../../../conformance/target/preflight.ts';
import { resolveTarget } from '../../../conformance/target/resolve.ts';
import { schemaLine } from '../../../conformance/target/schema-line.ts';
import { sketchNodes } from '../../../conformance/target/sketch.ts';
import { loadContract } from '../../contract/load.ts';
import { UserError } from '../../errors.ts';
import { network } from '../../http/network.ts';
import { createRedactor } from '../../secrets/redactor.ts';
import { targetFileName } from '../check/find-target.ts';
import type { Reach } from '../check/pin-choices.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { collect, wholeNumber } from '../options/option-values.ts';
import { pinnedText } from '../output/pinned.ts';
import { targetFileText, unknownsOf } from '../output/target-file.ts';

type Options = {
  readonly node?: readonly string[];
  readonly output: string;
  readonly timeout: number;
  readonly insecure: boolean;
  readonly pin: boolean;
};

/** `assay init`: writes a first target file. */
export const initCommand = (io: Io, exit: Exit): Command =>
  new Command('init')
    .description('look at a server and write a commented target file; a token is taken from ASSAY_TOKEN')
    .argument('<base-url>', 'the address of the server, with or without a path')
    .option('--node <hierarchy/node>', 'a node to list; may be given several times', collect)
    .option('--output <file>', 'the file to write, which must not exist yet, but for --pin', targetFileName)
    .option(
      '--pin',
      'look at every choice, and write what was seen into the file, which may exist; sends POSTs where the file allows it',
      false,
    )
    .option('--timeout <ms>', 'how long one exchange may take', wholeNumber(1, 600_000), 10_000)
    .option('--insecure', 'accept certificates that cannot be verified', false)
    .action(async (baseUrl: string, options: Options) => {
      await init(io, baseUrl, options);
      exit(0);
    });

async function init(
  io: Io,
  address: string,
  { node = [], output, timeout, insecure, pin: isPinning }: Options,
): Promise<void> {
  const baseUrl = checkBaseUrl(address, 'the base URL');
  const nodes = node.map(readNode);
  const file = resolvePath(io, output);
  if (isPinning && (await exists(file))) {
    if (nodes.length > 0)
      throw new UserError(`${output} already exists; write its nodes there, and leave out --node.`);
    return pin(io, output, { baseUrl, timeout, insecure });
  }
  if (await exists(file)) throw new UserError(`${output} already exists; name another file with --output.`);
  await checkWritable(file);
  const { ASSAY_TOKEN: token } = io.env;
  if (token && !/^[!-~]+$/.test(token))
    throw new UserError('ASSAY_TOKEN contains a character that is not allowed in a header; correct it.');
  const target = resolveTarget({ writes: 'deny', ...(token ? { token } : {}) }, baseUrl, nodes);
  const { transport, close } = network(baseUrl, { connections: 1, timeout, insecure, env: io.env });
  try {
    const contract = await loadContract();
    const { look, road, exchanges } = lookAt({ contract, target, transport });
    await preflight({ contract, target: { ...target, nodes: [] } }, road);
    const { text: hide } = createRedactor(token ? [token] : []);
    const sketches = (await sketchNodes(look)).map((one) =>
      'problem' in one ? { ...one, problem: hide(one.problem) } : one,
    );
    const asksForToken = exchanges().some(
      ({ reply }) => 'status' in reply && [401, 403].includes(reply.status),
    );
    const sketch = {
      baseUrl,
      isLoopback: isLoopback(baseUrl),
      takesToken: asksForToken || token !== undefined,
      nodes: sketches,
      day: new Date().toISOString().slice(0, 10),
    };
    const text = targetFileText(schemaLine(file), sketch);
    // A short token may stand within an id by chance.
    await writeWhole(file, token && token.length >= 8 ? hide(text) : text);
    const left = nodes.length === 0 ? 'add its nodes there' : 'one edit is left, which it names';
    print(io, `${output} written, with ${counted(nodes.length, 'node')}; ${left}.`);
    if (isPinning) await pin(io, output, { baseUrl, timeout, insecure });
    print(io, 'what assay could not know');
    for (const unknown of unknownsOf(sketch)) print(io, `  ${unknown}`);
    print(io, 'then');
    print(io, `  assay check${output === targetFileName ? '' : ` --target ${shellWord(output)}`}`);
  } finally {
    await close();
  }
}

/** Writes into a target file what the choices of its server are, and says what it wrote. */
async function pin(io: Io, output: string, reach: Reach): Promise<void> {
  const { pinChoices } = await import('../check/pin-choices.ts');
  const day = new Date().toISOString().slice(0, 10);
  for (const line of pinnedText(output, await pinChoices(output, reach, day, io))) print(io, line);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
