import type { Contract } from '../src/contract/contract.ts';
import { UserError } from '../src/errors.ts';
import { counted } from '../src/words.ts';
import { loadRules } from './check.ts';
import { details } from './core/lost-details.ts';
import { timeToEnd } from './engine/ending.ts';
import { select } from './engine/rule-selection.ts';
import { beginLongWork } from './engine/yielding.ts';
import { requestsTo } from './recorded/foreign-exchange.ts';
import { countReasons, createInspection, type InspectionTerms } from './recorded/inspection.ts';
import { ownMarks } from './recorded/own-marks.ts';
import { readHar } from './recorded/read-har.ts';
import type { Report } from './report/report.ts';
import { checkBaseUrl, readPins, resolveTarget, type TargetFile } from './target/target-file.ts';

/** How recordings are inspected; everything has a default. */
export type InspectOptions = InspectionTerms & {
  /** What only the operator knows. Its base URL says which requests are judged; by default, those to the first server that is asked for something of the interface. */
  readonly target?: TargetFile;
  /** What they are checked against; by default the contract that ships with assay, with the Overlays of the target. */
  readonly contract?: Contract;
  /** Interrupts it; the report contains what was found so far. */
  readonly signal?: AbortSignal;
};

/**
 * Judges recorded traffic (HTTP archives, HAR 1.2), file by file as if they were one; nothing is sent. A file that
 * cannot be read, and files without any request of the interface, are a `UserError`.
 *
 * ```ts
 * const report = await inspect(['session.har'], { target: { baseUrl: 'https://shop.example/api' } });
 * ```
 */
export async function inspect(files: readonly string[], options: InspectOptions = {}): Promise<Report> {
  const { target: file = {}, contract: given, signal, ...terms } = options;
  const { contract, ruleSet } = await loadRules(file, given ? { contract: given } : {});
  // A wrong selection is reported before gigabytes are read.
  select(ruleSet, terms, readPins(contract, file.choices));
  const base = file.baseUrl === undefined ? undefined : checkBaseUrl(file.baseUrl, 'the base URL');
  const ours = requestsTo(contract, base);
  const left = countReasons();
  const remarks: string[] = [];
  let inspection: ReturnType<typeof createInspection> | undefined;
  const pace = paceOf(signal);

  for (const [index, name] of files.entries()) {
    const read = await readHar(
      name,
      async (entry, creator) => {
        const request = ours.requestOf(entry);
        if (!request) return;
        inspection ??= createInspection(
          {
            contract,
            ruleSet,
            target: resolveTarget(contract, file, ours.baseUrl() ?? ''),
            mayContinue: pace.mayJudge,
          },
          { waivers: file.waivers ?? [], ...terms },
        );
        await inspection.add({ request, response: entry.response, ...ownMarks(entry, index, creator) });
      },
      pace.mayRead,
    );
    left.add('unreadable', read.unreadable);
    if (signal?.aborted) break;
    if (read.isTruncated)
      remarks.push(`${name} breaks off after ${counted(read.entries, 'entry', 'entries')}`);
  }
  if (!inspection && signal?.aborted)
    throw new UserError(`${details.interrupt} before a request of the interface was read.`);
  if (!inspection) throw new UserError(nothingOurs(files, base, ours.others(), left.words()));
  left.add('to other addresses', ours.elsewhere());
  return inspection.report([...remarks, ...left.words(), ...otherBases(ours.others())], pace.cut);
}

function paceOf(signal: AbortSignal | undefined) {
  const turn = beginLongWork();
  let reportBy: number | undefined;
  signal?.addEventListener('abort', () => {
    reportBy = performance.now() + timeToEnd;
  });
  return {
    mayRead: async (): Promise<boolean> => {
      await turn();
      return !signal?.aborted;
    },
    mayJudge: async (): Promise<boolean> => {
      await turn();
      return reportBy === undefined || performance.now() < reportBy;
    },
    cut: () => ({ ...(reportBy === undefined ? {} : { partial: details.interrupt, reportBy }) }),
  };
}

const otherBases = (others: ReadonlyMap<string, number>): string[] =>
  [...others]
    .slice(0, 3)
    .map(([base, count]) => `${counted(count, 'request')} of the interface went to ${base}`);

function nothingOurs(
  files: readonly string[],
  base: string | undefined,
  others: ReadonlyMap<string, number>,
  left: readonly string[],
): string {
  const where = files.length === 1 ? String(files[0]) : `${files.length} files`;
  const [other] = others.keys();
  const why = left.length === 0 ? '' : ` (${left.join(', ')})`;
  if (base === undefined)
    return `no request of the interface is in ${where}${why}; name a recording that has some.`;
  const advice = other === undefined ? 'name another with --base-url' : `--base-url ${other} would find some`;
  return `no request to ${base} is in ${where}${why}; ${advice}.`;
}
