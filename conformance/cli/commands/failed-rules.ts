import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject, type Json, parseJson } from '../../../src/json/json.ts';
import { makeFolders } from '../../../src/user-cache.ts';
import { isCounted } from '../../engine/exit-code.ts';
import type { Finding, Report } from '../../report/report.ts';
import { writeWhole } from '../../report/write.ts';
import type { Io } from '../io/io.ts';
import type { OpenTarget } from '../target/open-target.ts';

const mostTargets = 20;

/** Kept beside the ids of rules if the verdict was undetermined or an operation was not judged: all rules run again. */
export const everyRule = '*';

/** For each target, the ids of the rules that changed the verdict when they were last judged. */
type Kept = Readonly<Record<string, readonly string[]>>;

export async function failedLastTime(open: OpenTarget, io: Io): Promise<readonly string[] | undefined> {
  return (await readKept(io))[nameOfTarget(open)];
}

/**
 * Keeps which rules changed the verdict: neither a broken `should` nor a waived rule does. Rules that did not run
 * stay as they were.
 */
export async function keepFailed(open: OpenTarget, report: Report, io: Io): Promise<void> {
  if (io.cacheFolder === undefined || !(await isUsable(fileIn(io.cacheFolder)))) return;
  const run = [...report.results, ...(report.alsoSeen ?? [])].filter(({ verdict }) => verdict !== 'skipped');
  const ids = new Set(run.map(({ rule }) => rule));
  const isOpen = (finding: Finding): boolean =>
    ['fail', 'inconclusive', 'error'].includes(finding.verdict) && isCounted(finding, report);
  const { [nameOfTarget(open)]: before = [], ...others } = await readKept(io);
  const isLacking = report.headline.verdict === 'undetermined' || (report.unavailable ?? []).length > 0;
  const isWhole = report.selection === undefined;
  const failed = new Set([
    ...before.filter((id) => !ids.has(id) && (id !== everyRule || !isWhole)),
    ...run.filter(isOpen).map(({ rule }) => rule),
    ...(isLacking ? [everyRule] : []),
  ]);
  const newest = Object.entries({ [nameOfTarget(open)]: [...failed], ...others }).slice(0, mostTargets);
  try {
    makeFolders(io.cacheFolder);
    await writeWhole(fileIn(io.cacheFolder), `${JSON.stringify(Object.fromEntries(newest), null, 2)}\n`);
  } catch {
    // The verdict does not depend on it, and the folder may be read-only.
  }
}

/**
 * Whether a place has a file, or nothing. A link may have come with the project, and could lead to any file of the
 * user; a pipe has no end.
 */
const isUsable = (file: string): Promise<boolean> =>
  lstat(file).then(
    (there) => there.isFile(),
    () => true,
  );

const fileIn = (folder: string): string => join(folder, 'last-check.json');

/** Identifies a target from one check to the next. The stub has another port each time. */
export const nameOfTarget = ({ target, isLocalStub }: OpenTarget): string =>
  isLocalStub ? 'the stub' : target.baseUrl;

/** A file of another form is ignored. */
async function readKept({ cacheFolder }: Io): Promise<Kept> {
  if (cacheFolder === undefined || !(await isUsable(fileIn(cacheFolder)))) return {};
  const text = await readFile(fileIn(cacheFolder), 'utf8').catch(() => '{}');
  const kept = parseJson(text);
  if (!isObject(kept)) return {};
  const isListOfIds = (value: Json): boolean =>
    Array.isArray(value) && value.every((id) => typeof id === 'string');
  return Object.fromEntries(Object.entries(kept).filter(([, ids]) => isListOfIds(ids))) as Kept;
}
