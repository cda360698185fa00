import { access } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { loadContract } from '../../../src/contract/load.ts';
import { UserError } from '../../../src/errors.ts';
import { isLoopback } from '../../../src/http/exchange.ts';
import { isLink } from '../../../src/ownership.ts';
import { createRedactor } from '../../../src/secrets/redactor.ts';
import { type CredentialOptions, headerVariable } from '../../report/secrets.ts';
import { commandLine, counted, launcherOf, shellWord } from '../../report/words.ts';
import { checkWritable, writeWhole } from '../../report/write.ts';
import { schemaLine } from '../../target/schema-line.ts';
import { checkBaseUrl, readNode, resolveTarget } from '../../target/target-file.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { collect, wholeNumber } from '../options/options.ts';
import { pinnedText, stepsLeft, targetFileText } from '../output/init.ts';
import { credentialOptions, targetFileName, withCredentials } from '../target/open-target.ts';

type Options = CredentialOptions & {
  readonly node?: readonly string[];
  readonly output: string;
  readonly timeout: number;
  readonly insecure: boolean;
  readonly pin: boolean;
  readonly refresh: boolean;
};

export const initCommand = (io: Io, exit: Exit): Command =>
  credentialOptions(
    new Command('init')
      .description('read a server, and write a file that describes it (the target file)')
      .argument('[base-url]', 'the address of the server, with or without a path')
      .option('--node <hierarchy/node>', 'a node to list; may be repeated', collect)
      .option(
        '--output <file>',
        'the file to write; it must not exist, unless you use --pin or --refresh',
        targetFileName,
      ),
  )
    .option(
      '--pin',
      'find out what the server does where the specification leaves it a choice, and write that into the file: later checks expect exactly this; sends POST requests if the file allows them',
      false,
    )
    .option(
      '--refresh',
      'read the nodes of an existing file again, and update their lists of products',
      false,
    )
    .option('--timeout <ms>', 'how long one request may take', wholeNumber(1, 600_000), 10_000)
    .option('--insecure', 'accept certificates that cannot be verified', false)
    .addOption(new Option('--target <file>').hideHelp().argParser(insteadOfTarget))
    .action(async (baseUrl: string | undefined, options: Options) => {
      if (options.refresh) await refresh(io, baseUrl, options);
      else await init(io, baseUrl, options);
      exit(0);
    });

/** Other commands read a target file by this option; this one writes it. */
function insteadOfTarget(file: string): never {
  throw new UserError(
    `init has no --target, since it writes the target file; write --output ${shellWord(file)}.`,
  );
}

async function refresh(io: Io, baseUrl: string | undefined, options: Options): Promise<void> {
  const { output, node = [], pin: isPinning } = options;
  if (node.length > 0 || isPinning)
    throw new UserError(
      `--refresh and --${isPinning ? 'pin' : 'node'} cannot be combined; ${isPinning ? 'run one after the other' : `add the node under "nodes" in ${output}`}.`,
    );
  const { refreshTarget } = await import('../target/edit-target-file.ts');
  const given = { ...options, ...(baseUrl === undefined ? {} : { baseUrl }) };
  for (const line of await refreshTarget(output, given, io)) print(io, line);
}

async function init(io: Io, address: string | undefined, options: Options): Promise<void> {
  const { node = [], output, timeout, insecure, pin: isPinning, header = [] } = options;
  const given = address === undefined ? {} : { baseUrl: checkBaseUrl(address, 'the base URL') };
  const nodes = node.map(readNode);
  const file = resolvePath(io, output);
  const known = withCredentials({ writes: 'deny' }, options, { env: io.env, hasFile: false });
  const token = typeof known.token === 'string' ? known.token : undefined;
  // The file takes them from variables, which may not be set yet.
  const variables = {
    ...(token === undefined ? {} : { ASSAY_TOKEN: token }),
    ...Object.fromEntries(header.map(([name, value]) => [headerVariable(name), value])),
  };
  const pinning = { ...io, env: { ...io.env, ...variables } };
  if (isPinning && (await exists(file))) {
    if (nodes.length > 0)
      throw new UserError(`${output} already exists; write its nodes there, and leave out --node.`);
    return pin(pinning, output, { ...given, timeout, insecure });
  }
  if (await exists(file))
    throw new UserError(
      `${output} already exists; name another file with --output, or update it with --refresh.`,
    );
  const { baseUrl } = given;
  if (baseUrl === undefined)
    throw new UserError(`no base URL is given; write ${launcherOf(io.env)} init http://127.0.0.1:4010.`);
  // It does not exist, so the link leads to nothing.
  if (await isLink(file))
    throw new UserError(
      `${output} is a symbolic link that leads to nothing; remove it, or name another file with --output.`,
    );
  await checkWritable(file);
  const target = resolveTarget(known, baseUrl, nodes);
  const secrets = Object.values(variables);
  const { readNodes } = await import('../target/edit-target-file.ts');
  const opened = { contract: await loadContract(), target };
  const { sketches, exchanges } = await readNodes(opened, secrets, { timeout, insecure }, io);
  const asksForToken = exchanges.some(
    ({ response }) => 'status' in response && [401, 403].includes(response.status),
  );
  const sketch = {
    baseUrl,
    isLoopback: isLoopback(baseUrl),
    takesToken: asksForToken || token !== undefined,
    headers: header.map(([name]) => name),
    nodes: sketches,
    day: new Date().toISOString().slice(0, 10),
  };
  // A short secret may be part of an id by chance.
  const { text: hideLong } = createRedactor(secrets.filter((secret) => secret.length >= 8));
  const text = hideLong(targetFileText(schemaLine(file), sketch));
  await writeWhole(file, text);
  const listed = sketches.filter((one) => !('problem' in one)).length;
  print(io, `${output} written, with ${counted(listed, 'node')}`);
  if (isPinning) await pin(pinning, output, { baseUrl, timeout, insecure });
  const words = [
    ...(output === targetFileName ? [] : ['--target', output]),
    ...(insecure ? ['--insecure'] : []),
  ];
  const command = commandLine(io.env, ['check', ...words]);
  print(io, 'what to do next');
  const written = { output, text, hasToken: Boolean(io.env.ASSAY_TOKEN), command };
  for (const step of stepsLeft(sketch, written)) print(io, step);
}

async function pin(
  io: Io,
  output: string,
  reach: Pick<Options, 'timeout' | 'insecure'> & { readonly baseUrl?: string },
): Promise<void> {
  const { pinChoices } = await import('../target/edit-target-file.ts');
  const day = new Date().toISOString().slice(0, 10);
  for (const line of pinnedText(output, await pinChoices(output, reach, day, io))) print(io, line);
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
