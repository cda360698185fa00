/**
 * What recordings of three ordinary sessions tell by themselves: how many of the faults that show in them are found by
 * `assay inspect`, with and without a target file, and by Redocly's `drift`.
 */
import { readFile } from 'node:fs/promises';
import type { Entry } from 'har-format';
import { inspect } from '../../conformance/inspect.ts';
import { conforming, contract, faulty, target } from '../../conformance/proof/fixtures.ts';
import type { Report } from '../../conformance/report/report.ts';
import type { Transport } from '../../src/http/exchange.ts';
import { findingsIn, recordSessions } from '../../test/recorded/sessions/inspect-sessions.ts';
import { withFiles } from '../../test/recorded/written-archive.ts';
import { catalog } from '../../test/sample-catalog.ts';
import { targetOfCatalog } from '../../test/target-of-catalog.ts';
import { driftIn } from './drift.ts';
import { ownMutants } from './part.ts';

const { baseUrl } = target;
const known = targetOfCatalog(catalog, baseUrl);

/** What was recorded, except the time of day. */
async function traceOf(files: readonly string[]): Promise<string> {
  const today = new RegExp(`"${new Date().toISOString().slice(0, 11)}[^"]*"`, 'g');
  const archives = await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, 'utf8'))));
  const responses = archives.flatMap(({ log }) =>
    log.entries.map(({ response: { status, headers, content } }: Entry) => [
      status,
      headers.filter(({ name }) => name.toLowerCase() !== 'date'),
      Buffer.from(content.text ?? '', 'base64')
        .toString()
        .replaceAll(today, '"now"'),
    ]),
  );
  return JSON.stringify(responses);
}

const isSuspected = ({ results }: Report): boolean =>
  results.some(({ verdict }) => verdict === 'inconclusive');

const look = async (transport: Transport, unlike?: string) =>
  withFiles(await recordSessions(transport, target), async (files, folder) => {
    const trace = await traceOf(files);
    if (trace === unlike) return undefined;
    const [alone, withFile] = [
      await inspect(files, { contract, target: { baseUrl } }),
      await inspect(files, { contract, target: known }),
    ];
    return { trace, alone, withFile, drift: await driftIn(folder, baseUrl) };
  });

const usual = await look(conforming());
if (!usual || findingsIn(usual.alone).length > 0 || usual.drift.length > 0)
  throw new Error('the conforming stub is reported');

const counts = {
  shown: 0,
  alone: 0,
  violates: 0,
  suspected: 0,
  withFile: 0,
  violatesWithFile: 0,
  drift: 0,
  driftOnly: 0,
};
for (const { rule, mutant } of ownMutants) {
  const seen = await look(faulty(mutant), usual.trace);
  if (!seen) continue;
  const { alone, withFile, drift } = seen;
  const isFound = findingsIn(alone).length > 0;
  counts.shown += 1;
  counts.alone += Number(isFound);
  counts.violates += Number(alone.headline.verdict === 'violates');
  counts.suspected += Number(!isFound && isSuspected(alone));
  counts.withFile += Number(findingsIn(withFile).length > 0);
  counts.violatesWithFile += Number(withFile.headline.verdict === 'violates');
  counts.drift += Number(drift.length > 0);
  counts.driftOnly += Number(drift.length > 0 && findingsIn(withFile).length === 0);
  if (!isFound || drift.length > 0 !== isFound)
    process.stdout.write(
      `${isFound ? 'found ' : 'missed'} ${drift.length > 0 ? 'drift' : '     '} ${rule}: ${mutant.name}\n`,
    );
}
const share = (count: number): string => `${count} (${Math.round((100 * count) / counts.shown)} %)`;
process.stdout.write(`
| of ${counts.shown} faults that show in the recordings | found | as a violation |
|---|---:|---:|
| assay inspect | ${share(counts.alone)} | ${counts.violates} |
| assay inspect --target | ${share(counts.withFile)} | ${counts.violatesWithFile} |
| redocly drift | ${share(counts.drift)} | |

${counts.suspected} more are suspected by assay inspect; ${counts.driftOnly} are found by drift alone.
`);
