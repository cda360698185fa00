// Which rules `--failed` and `--watch` check again: those that changed the verdict, kept from one check to the next.

import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { isObject, type Json, parseJson } from '../../../src/json/json.ts';
import { makeFolders } from '../../../src/user-cache.ts';
import type { Terms } from '../../check.ts';
import { isCounted } from '../../engine/exit-code.ts';
import { select } from '../../engine/rule-selection.ts';
import type { Finding, Report } from '../../report/report.ts';
import { writeWhole } from '../../report/write.ts';
import { type Io, print } from '../io/io.ts';
import type { OpenTarget } from '../target/open-target.ts';

const mostTargets = 20;

/** Kept beside the ids of rules if the verdict was undetermined or an operation was not judged: all rules run again. */
const everyRule = '*';

/** For each target, the ids of the rules that changed the verdict when they were last judged. */
type Kept = Readonly<Record<string, readonly string[]>>;

async function failedLastTime(open: OpenTarget, io: Io): Promise<readonly string[] | undefined> {
  return (await readKept(io))[nameOfTarget(open)];
}

/**
 * Selects only the rules that did not pass last time. If none is left, all are selected: a check without a request
 * never passes.
 */
export async function termsOfFailed(open: OpenTarget, terms: Terms, io: Io): Promise<Terms> {
  const failed = await failedLastTime(open, io);
  if (failed === undefined)
    throw new UserError(
      `no earlier check of ${nameOfTarget(open)} is known here; run it once without --failed.`,
    );
  const narrowed = await termsOfRules(failed, open, terms);
  if (!narrowed && !failed.includes(everyRule))
    print(
      io,
      `none of the selected rules was broken or inconclusive when ${nameOfTarget(open)} was last checked, so all of them are checked`,
    );
  return narrowed ?? terms;
}

/** Selects some rules, of those that are selected already; undefined if none of them is. */
export async function termsOfRules(
  ids: readonly string[],
  { ruleSet, target }: OpenTarget,
  terms: Terms,
): Promise<Terms | undefined> {
  const selected = select(ruleSet, terms, target.choices);
  const { rules, choices, required } = selected;
  const only = ids.filter((id) => selected.ids.includes(id) && (rules.has(id) || choices.has(id)));
  return only.length === 0
    ? undefined
    : { ...terms, only, skip: [], require: only.filter((id) => required.has(id)) };
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
const nameOfTarget = ({ target, isLocalStub }: OpenTarget): string =>
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
