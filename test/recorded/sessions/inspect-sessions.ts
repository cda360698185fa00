import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from '../../../conformance/core/target.ts';
import { inspect } from '../../../conformance/inspect.ts';
import type { Report } from '../../../conformance/report/report.ts';
import type { TargetFile } from '../../../conformance/target/target-file.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import type { Transport } from '../../../src/http/exchange.ts';
import { shopOf } from './client.ts';
import { record } from './record.ts';
import { sessions } from './sessions.ts';

/** Records all sessions with a server, one file each in a folder, and gives the files to whoever looks at them. */
export async function withRecordings<T>(
  transport: Transport,
  target: Target,
  look: (files: readonly string[], folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'sessions-'));
  try {
    const files: string[] = [];
    for (const [name, session] of Object.entries(sessions)) {
      const file = join(folder, `${name.replaceAll(' ', '-')}.har`);
      await writeFile(file, await record(session, transport, shopOf(target), target.baseUrl));
      files.push(file);
    }
    return await look(files, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What inspecting the recordings of all sessions says; nothing but the base URL is known, unless a target file says more. */
export const inspectSessions = (
  transport: Transport,
  target: Target,
  contract: Contract,
  known: TargetFile = {},
): Promise<Report> =>
  withRecordings(transport, target, (files) =>
    inspect(files, { contract, target: { ...known, baseUrl: target.baseUrl } }),
  );

/** What is said against a server: broken rules, warnings included, and mistakes of ours. */
export const accusationsIn = ({ results }: Report): string[] =>
  results.flatMap(({ rule, verdict, why }) =>
    verdict === 'fail' || verdict === 'error' ? [`${rule}: ${why}`] : [],
  );
