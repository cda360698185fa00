import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { stringify } from 'yaml';
import { partsOf } from '../../spec/stub/parts.ts';
import type { Mutant } from '../../src/http/exchange.ts';
import { createStub } from '../../src/stub/create-stub.ts';
import { targetOfCatalog } from '../../test/target-of-catalog.ts';
import { assayFile, fromSource } from '../command-of-assay.ts';
import { type Ended, execute } from '../processes.ts';
import { catalog, contract } from '../servers.ts';
import { type Configuration, type Running, start } from './gateway.ts';

/** The result of a check: the verdict, or that it could not run; and what it advises. */
export type Outcome = {
  readonly verdict: string;
  readonly why: string;
  readonly advice?: string;
  readonly warnings: readonly string[];
  readonly seconds: number;
};

/** One configuration: what came at first, and once the advice was followed. */
export type Tried = { readonly name: string; readonly first: Outcome; readonly followed?: Outcome };

/** Three stubs, the last of them slow, and the target file of their operator. */
export type Shops = AsyncDisposable & {
  readonly at: Record<'a' | 'b' | 'c', string>;
  readonly target: string;
};

/** Starts them. */
export async function openShops(folder: string): Promise<Shops> {
  await mkdir(folder, { recursive: true });
  const target = join(folder, 'target.yaml');
  const slow: Mutant = (next) => async (request) => {
    await setTimeout(100);
    return next(request);
  };
  const shops = await Promise.all(
    [[], [], [slow]].map((mutants) => createStub({ contract, parts: partsOf(catalog), mutants }).listen()),
  );
  const [a, b, c] = shops.map(({ baseUrl }) => baseUrl);
  const known = targetOfCatalog(catalog, a ?? '', {});
  await writeFile(target, stringify({ ...known, writes: 'allow' }));
  return {
    at: { a: a ?? '', b: b ?? '', c: c ?? '' },
    target,
    [Symbol.asyncDispose]: async () => {
      for (const shop of shops) await shop.close();
    },
  };
}

/** Checks the servers behind a gateway; where that gives no `conforms`, once more as the advice says. */
export async function attempt(configuration: Configuration, shops: Shops, folder: string): Promise<Tried> {
  const { name, follow } = configuration;
  const first = await checkBehind(configuration, shops, folder, {});
  const isGreen = first.outcome.verdict === 'conforms' && first.outcome.warnings.length === 0;
  if (isGreen || (!first.next && !follow)) return { name, first: first.outcome };
  const again = await checkBehind(configuration, shops, folder, { ...first.next, isFollowed: true });
  return { name, first: first.outcome, followed: again.outcome };
}

/** What is done otherwise, because a check advised it. */
type Advised = {
  readonly options?: readonly string[];
  readonly scheme?: 'https';
  /** Whether the authority of the gateway is named. */
  readonly trusts?: boolean;
  readonly isFollowed?: boolean;
};

async function checkBehind(
  configuration: Configuration,
  shops: Shops,
  folder: string,
  { options = [], scheme, trusts = false, isFollowed = false }: Advised,
): Promise<{ readonly outcome: Outcome; readonly next?: Advised }> {
  const changed = scheme ? { ...configuration, scheme } : configuration;
  await using gateway: Running = await start(changed, shops.at, folder, isFollowed);
  const report = join(folder, 'report.json');
  const words = [
    'check',
    gateway.baseUrl,
    '--target',
    shops.target,
    '--report',
    `json=${report}`,
    ...options,
  ];
  const limitMs = (configuration.minutes ?? 4) * 60_000;
  const environment = trusts ? { NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem') } : {};
  const flags = [`--import=${fromSource}`, '--disable-warning=ExperimentalWarning', assayFile];
  const ended = await execute(process.execPath, [...flags, ...words], { folder, limitMs, environment });
  const outcome = await read(report, ended);
  const next = advised(outcome);
  const given = { scheme, trusts, options };
  return {
    outcome,
    ...(next
      ? { next: { ...given, ...next, options: [...options, ...(next.options ?? [])] } as Advised }
      : {}),
  };
}

async function read(report: string, { output, ms, isLate }: Ended): Promise<Outcome> {
  const seconds = Math.round(ms / 100) / 10;
  const text = await readFile(report, 'utf8').catch(() => undefined);
  if (text === undefined) {
    const why = isLate ? 'it took too long' : (output.trim().split('\n').at(-1) ?? '');
    return { verdict: 'exit 2', why, advice: why, warnings: [], seconds };
  }
  const { verdict, why, results, unavailable = [], remedy = unavailable[0]?.advice } = JSON.parse(text);
  const warned = results.filter(
    (one: { verdict: string; level: string }) => one.verdict === 'fail' && one.level !== 'must',
  );
  const warnings = warned.map(
    ({ rule, why: says = '' }: { rule: string; why?: string }) => `${rule}: ${says}`,
  );
  return { verdict, why, ...(remedy === undefined ? {} : { advice: remedy }), warnings, seconds };
}

/** What an advice says to do that is an option of ours, or an address. */
function advised({ advice = '' }: Outcome): Advised | undefined {
  const [, option, value] = /(--rate|--timeout) (\S+)/.exec(advice) ?? [];
  if (option && value) return { options: [option, value] };
  if (advice.includes('NODE_EXTRA_CA_CERTS')) return { trusts: true };
  return /https:\/\//.test(advice) ? { scheme: 'https', trusts: true } : undefined;
}
