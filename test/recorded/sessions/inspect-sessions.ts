import type { Target } from '../../../conformance/core/target.ts';
import type { Report } from '../../../conformance/report/report.ts';
import type { TargetFile } from '../../../conformance/target/target-file.ts';
import type { Transport } from '../../../src/http/exchange.ts';
import { inspectWritten } from '../written-archive.ts';
import { shopOf } from './client.ts';
import { record } from './record.ts';
import { sessions } from './sessions.ts';

/** Records all sessions with a server, one after the other, an archive each. */
async function recordSessions(transport: Transport, target: Target): Promise<string[]> {
  const archives: string[] = [];
  for (const session of Object.values(sessions))
    archives.push(await record(session, transport, shopOf(target), target.baseUrl));
  return archives;
}

/** What inspecting the recordings of all sessions says; nothing but the base URL is known, unless a target file says more. */
export const inspectSessions = async (
  transport: Transport,
  target: Target,
  known: TargetFile = {},
): Promise<Report> =>
  inspectWritten(await recordSessions(transport, target), {
    target: { ...known, baseUrl: target.baseUrl },
  });

/** What is said against a server: broken rules, warnings included, and mistakes of ours. */
export const findingsIn = ({ results }: Report): string[] =>
  results.flatMap(({ rule, verdict, why }) =>
    verdict === 'fail' || verdict === 'error' ? [`${rule}: ${why}`] : [],
  );
