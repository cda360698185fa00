import { access, readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { Contract } from '../../../src/contract/contract.ts';
import { loadContract } from '../../../src/contract/load.ts';
import { collectionParameters, ofKind } from '../../../src/contract/operations.ts';
import { UserError } from '../../../src/errors.ts';
import { isLoopback } from '../../../src/http/exchange.ts';
import { isLink } from '../../../src/ownership.ts';
import { createRedactor, redactorOf } from '../../../src/secrets/redactor.ts';
import { counted } from '../../../src/words.ts';
import { readYaml } from '../../../src/yaml/yaml-file.ts';
import { type CollectionName, nameOfCollection, type Target } from '../../core/target.ts';
import { defaultTimeout, longestTimeout } from '../../engine/option-defaults.ts';
import { printable } from '../../report/escaping.ts';
import { type CredentialOptions, secretsOf } from '../../report/secrets.ts';
import { commandLine, launcherOf } from '../../report/words.ts';
import { checkWritable, writeWhole } from '../../report/write.ts';
import { readAt } from '../../target/collections.ts';
import { schemaLine } from '../../target/schema-line.ts';
import { redactedSketch, sketchCollections } from '../../target/sketch.ts';
import { checkBaseUrl, resolveTarget, type TargetFile } from '../../target/target-file.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { credentialOptions, withCredentials } from '../options/credentials.ts';
import { atHelp, collectValues, contractHelp, relativeTo, wholeNumber } from '../options/options.ts';
import { questionLines, stepsLeft, type TargetSketch, targetFileText } from '../output/init.ts';
import type { WrittenOverlay } from '../output/overlay.ts';
import { targetFileName } from '../target/find-target.ts';
import { type AskServer, onServer } from '../target/open-server.ts';
import { noBaseUrl, readTargetAt } from '../target/open-target.ts';

type Options = CredentialOptions & {
  readonly contract?: string;
  readonly overlay: string;
  readonly at?: readonly string[];
  readonly output: string;
  readonly timeout: number;
  readonly insecure: boolean;
  readonly merge: boolean;
};

// biome-ignore format: one line a flag
export const initCommand = (io: Io, exit: Exit): Command =>
  credentialOptions(
    new Command('init')
      .description(
        'read a server, and write a file that describes it (the target file); with --contract, propose what the OpenAPI file does not say of its listings',
      )
      .argument('[base-url]', 'the address of the server, with or without a path')
      .option('--contract <path>', contractHelp)
      .option('--overlay <file>', 'with --contract: the Overlay to write what is proposed into; it must not exist, unless you use --merge', overlayName)
      .option('--at <values>', atHelp, collectValues)
      .option('--output <file>', 'the file to write; it must not exist, unless you use --merge', targetFileName)
      .option('--merge', 'add to existing files: new listings to the Overlay, new collections, and what collections contain that have no holds, order or hidden; nothing is overwritten', false),
  )
    .option('--timeout <ms>', 'how long one request may take', wholeNumber(1, longestTimeout), defaultTimeout)
    .option('--insecure', 'accept certificates that cannot be verified', false)
    .action(async (baseUrl: string | undefined, options: Options) => {
      const address = baseUrl === undefined ? undefined : checkBaseUrl(baseUrl, 'the base URL');
      const { contract, output, overlay } = options;
      if (contract !== undefined && resolvePath(io, output) === resolvePath(io, overlay))
        throw new UserError(
          `--output and --overlay both name ${output}; name another file with one of them.`,
        );
      const isThere = await fileExists(resolvePath(io, output));
      if (isThere && !options.merge)
        throw new UserError(
          `${options.output} already exists; add what is new with --merge, or name another file with --output.`,
        );
      if (
        options.contract !== undefined &&
        !options.merge &&
        (await fileExists(resolvePath(io, options.overlay)))
      )
        throw new UserError(
          `${options.overlay} already exists; add what is new with --merge, or name another file with --overlay.`,
        );
      await (isThere ? merge : createTarget)(io, address, options);
      exit(0);
    });

/** The file that what is proposed is written into, unless another is named. */
const overlayName = 'assay.overlay.yaml';

async function createTarget(io: Io, baseUrl: string | undefined, options: Options): Promise<void> {
  const { at: named = [], output, overlay, insecure, header = [] } = options;
  const file = resolvePath(io, output);
  const known = withCredentials({ writes: 'deny' }, options, { env: io.env, hasFile: false });
  const token = typeof known.token === 'string' ? known.token : undefined;
  if (baseUrl === undefined && options.contract === undefined)
    throw new UserError(`no base URL is given; write ${launcherOf(io.env)} init http://127.0.0.1:4010.`);
  // It does not exist, so the link leads to nothing.
  for (const [name, path] of [
    [output, file],
    [overlay, resolvePath(io, overlay)],
  ] as const)
    if (await isLink(path))
      throw new UserError(
        `${name} is a symbolic link that leads to nothing; remove it, or name another file with --${name === output ? 'output' : 'overlay'}.`,
      );
  await checkWritable(file);
  const secrets = [...(token === undefined ? [] : [token]), ...header.map(([, value]) => value)];
  // A short secret may be part of an id by chance.
  const { text: hideLong } = createRedactor(secrets.filter((secret) => secret.length >= 8));
  const ask = onServer(options, io);
  const proposed = await propose(io, baseUrl, known, options, ask);
  const contract = proposed?.withListings() ?? (await loadContract(contractFilesOf(io, options)));
  const belowRecords = (proposed?.found ?? []).filter(({ operation, values }) =>
    ofKind(contract, 'list').some(
      (one) => one.id === operation && collectionParameters(one).length === values.length,
    ),
  );
  const read =
    baseUrl === undefined
      ? { sketches: [], exchanges: [] }
      : await readCollections(
          contract,
          resolveTarget(contract, known, baseUrl, [
            ...named.map((one) => readAt(contract, one)),
            ...belowRecords,
          ]),
          secrets,
          ask,
        );
  const asksForToken = read.exchanges.some(
    ({ response }) => 'status' in response && [401, 403].includes(response.status),
  );
  const sketch: TargetSketch = {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    isLoopback: baseUrl === undefined || isLoopback(baseUrl),
    takesToken: asksForToken || token !== undefined,
    headers: header.map(([name]) => name),
    contract,
    ...(options.contract === undefined
      ? {}
      : { openapi: relativeTo(io, output, [options.contract])[0] ?? options.contract }),
    ...(proposed
      ? { overlay: { file: relativeTo(io, output, [overlay])[0] ?? overlay, isInForce: proposed.isInForce } }
      : {}),
    collections: read.sketches,
    day: today(),
  };
  const text = hideLong(targetFileText(contract.hasDerivedClauses ? undefined : schemaLine(file), sketch));
  await writeWhole(file, text);
  const listed = read.sketches.filter((one) => !('problem' in one)).length;
  print(io, `${output} written, with ${counted(listed, 'collection')}`);
  const words = [
    ...(output === targetFileName ? [] : ['--target', output]),
    ...(insecure ? ['--insecure'] : []),
  ];
  const command = commandLine(io.env, ['check', ...words]);
  print(io, 'what to do next');
  const written = { output, text, hasToken: Boolean(io.env.ASSAY_TOKEN), command };
  for (const step of stepsLeft(sketch, written)) print(io, step);
}

const contractFilesOf = (io: Io, { contract }: Options) =>
  contract === undefined ? {} : { openapi: resolvePath(io, contract) };

type Proposed = WrittenOverlay & {
  /** The contract, with the listings that are in force. */
  readonly withListings: () => Contract;
  readonly found: readonly CollectionName[];
};

/** Writes what is proposed of a contract, tried on the server if there is one. */
async function propose(
  io: Io,
  baseUrl: string | undefined,
  known: TargetFile,
  options: Options,
  ask: AskServer,
): Promise<Proposed | undefined> {
  const { contract: openapi, overlay, at: named = [] } = options;
  if (openapi === undefined) return undefined;
  const file = resolvePath(io, overlay);
  const isThere = await fileExists(file);
  const { isInForce, maybeEchoes, writeOverlay } = await import('../output/overlay.ts');
  const { triedOn } = await import('../../target/try-listings.ts');
  const contract = await loadContract({
    openapi: resolvePath(io, openapi),
    ...(isThere && isInForce(await readFile(file, 'utf8')) ? { overlays: [file] } : {}),
  });
  const {
    listsProposed: listsOf,
    proposalsIn,
    withLists,
  } = await import('../../../src/contract/proposals.ts');
  const proposed = proposalsIn(contract.document);
  const { maybeDistinct } = await import('../../../src/contract/maybe-distinct.ts');
  const [echoes, distinct] = [maybeEchoes(contract), maybeDistinct(contract)];
  const collections = named.map((one) => readAt(contract, one));
  const target = baseUrl === undefined ? undefined : resolveTarget(contract, known, baseUrl, collections);
  const { listings, found } = target
    ? await ask(contract, target, ({ transport }) => triedOn(proposed, contract, target, transport))
    : { listings: proposed, found: [] };
  if (listings.length + echoes.length + distinct.length === 0) {
    print(
      io,
      isThere
        ? `${overlay} has everything that is proposed`
        : `${openapi}: no operation looks like a listing, so no Overlay is written`,
    );
    return undefined;
  }
  const written = await writeOverlay(
    file,
    overlay,
    { contract: relativeTo(io, overlay, [openapi])[0] ?? openapi, listings, echoes, distinct },
    isThere,
  );
  print(
    io,
    `${overlay} ${isThere ? 'has' : 'written, with'} ${counted(written.added, 'listing')}${isThere ? ' more' : ''}`,
  );
  for (const line of questionLines(overlay, written.questions)) print(io, line);
  return { ...written, withListings: () => withLists(contract, listsOf(listings)), found };
}

async function merge(io: Io, address: string | undefined, options: Options): Promise<void> {
  const { output, at: further = [] } = options;
  const named = options.contract === undefined ? {} : { contract: options.contract };
  const before = withCredentials({ writes: 'deny' }, options, { env: io.env, hasFile: false });
  const ask = onServer(options, io);
  const path = resolvePath(io, output);
  // A file that cannot be read is an error before anything is written.
  const { text } = await readYaml(path);
  await propose(io, address, before, options, ask);
  // The default name is that of a file which nobody named.
  const place = { path, isFound: output === targetFileName };
  const { file, contract, where } = await readTargetAt(place, named, io, { given: options });
  // A token that was commented out when the file was written is the one that it was written with.
  const known = withCredentials(file, options, { env: io.env, hasFile: file.token !== undefined });
  const own = file.baseUrl === undefined ? address : checkBaseUrl(file.baseUrl, 'the base URL');
  if (own === undefined) throw noBaseUrl(where);
  if (address !== undefined && address !== own)
    throw new UserError(
      `${output} is about ${own}; leave out ${address}, or name another file with --output.`,
    );
  const target = resolveTarget(
    contract,
    known,
    own,
    further.map((one) => readAt(contract, one)),
  );
  const collections = target.collections.filter(({ holds, order, hidden }) => !(holds ?? order ?? hidden));
  if (collections.length === 0)
    return print(
      io,
      `${output} says something of each of its collections, so nothing is added; name another with --at, or remove the lists of one that is to be read again`,
    );
  const unread = { ...target, collections };
  const { sketches } = await readCollections(contract, unread, secretsOf(target), ask);
  const { mergeCollections } = await import('../output/merge-collections.ts');
  const read = sketches.flatMap((sketch) => ('problem' in sketch ? [] : [sketch]));
  await writeWhole(path, mergeCollections(contract, text, read, today()));
  print(io, `${output}: ${counted(read.length, 'collection')} added or completed`);
  for (const sketch of sketches)
    print(
      io,
      `  ${printable(nameOfCollection(sketch) || sketch.operation)}${'problem' in sketch ? `: not read: ${printable(sketch.problem)}` : ''}`,
    );
  print(io, 'make sure that the added lists are right, because later checks expect exactly this');
}

/** Reads the collections of a target; secrets are redacted in what it returns of them. */
const readCollections = (contract: Contract, target: Target, secrets: readonly string[], ask: AskServer) =>
  ask(contract, target, async ({ context, exchanges }) => {
    const { foreign } = redactorOf(contract, secrets);
    const sketches = (await sketchCollections(context)).map((one) => redactedSketch(one, foreign));
    return { sketches, exchanges: exchanges() };
  });

const today = (): string => new Date().toISOString().slice(0, 10);

const fileExists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
