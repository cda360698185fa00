import type { Environment } from '../../src/http/proxy-variables.ts';
import { printNames } from '../../src/print.ts';
import { counted, shortened } from '../../src/words.ts';
import type { Finding, Report, ShownExchange } from './report.ts';

/** The version of a contract, and the beginning of its hash. */
export const contractWords = ({ version, sha256 }: Report['contract']): string =>
  `${version} (${sha256.slice(0, 12)})`;

/** Milliseconds in seconds: `1.5 s`. */
export const secondsWords = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A time (ISO 8601) for people: `2026-01-31 12:00:00 UTC`. */
export const timeWords = (time: string): string => time.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');

/** What a report is about: the base URL of the server, and whether that was the stub. */
export const subjectOf = ({ target, referenceStub }: Pick<Report, 'target' | 'referenceStub'>): string =>
  referenceStub ? `the stub at ${target}` : target;

/** The verdict of a report; if recorded traffic breaks no rule, with the number of exchanges. */
export const verdictIn = ({
  headline: { verdict },
  recorded,
}: Pick<Report, 'headline' | 'recorded'>): string =>
  recorded && verdict === 'no violation' ? `${verdict} in ${counted(recorded.judged, 'exchange')}` : verdict;

/** What was checked, and the verdict with its reason, on one line. */
export const verdictLine = (report: Report): string =>
  `${subjectOf(report)}: ${verdictIn(report)} — ${report.headline.why}`;

/** That Overlays amended the contract, with the first few places, and how many rules that cost; nothing where they did not. */
export const amendment = (
  { amended = [], lost = [] }: { readonly amended?: readonly string[]; readonly lost?: readonly string[] },
  most: number,
): string[] => {
  if (amended.length === 0) return [];
  const cost = lost.length === 0 ? '' : `, without ${counted(lost.length, 'rule')}`;
  return [`contract amended: ${counted(amended.length, 'place')} (${printNames(amended, most)})${cost}`];
};

/** The most that is shown of a body, in characters. */
const bodyLimit = 4096;

/** A body, or the beginning of a long one and how long it is. */
export const cutBody = (text: string): string =>
  text.length > bodyLimit ? `${shortened(text, bodyLimit)} (${text.length} characters)` : text;

/** Text as one word of a shell line. */
export const shellQuoted = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** How assay was started, by what npm says of it: a command that can be typed again. */
export function launcherOf(env: Environment): string {
  const { npm_command: command, npm_lifecycle_event: script } = env;
  if (command?.startsWith('run') && script === 'assay') return 'npm run -s assay --';
  return command === undefined ? 'assay' : 'npx --no -- assay';
}

/** A command line of assay that can be typed again. */
export const commandLine = (env: Environment, words: readonly string[]): string =>
  [launcherOf(env), ...words.map(shellQuoted)].join(' ');

/** The command line that runs one rule again, with what it drew and what wrote its records; for what is recorded nothing is drawn. */
export function repeatCommand(
  { command, target, seed, recorded }: Pick<Report, 'command' | 'target' | 'seed' | 'recorded'>,
  { rule, writers = [] }: Pick<Finding, 'rule' | 'writers'>,
): string {
  const only = [rule, ...writers.map((id) => `${id}/*`)].map((one) => `--only ${shellQuoted(one)}`);
  const again = `${command ?? `assay check ${shellQuoted(target)}`} ${only.join(' ')}`;
  return recorded ? again : `${again} --seed ${seed}`;
}

export function requestLine({ request: { method, target }, response }: ShownExchange): string {
  return `${method} ${target} → ${'lost' in response ? response.detail : response.status}`;
}
