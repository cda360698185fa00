import type { Exchange } from '../../src/http/exchange.ts';
import { secretsInExchange } from '../../src/secrets/exchange-secrets.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';
import { counted } from '../report/text/words.ts';
import { cutOutput } from './output.ts';
import type { StubChange } from './question.ts';
import type { Ended } from './run-command.ts';
import { type NumberedExchange, openSession, type Session, type StubParts } from './session.ts';

/** How a command ended, and what it sent. */
export type CommandRun = Ended & {
  readonly exchanges: readonly NumberedExchange[];
  readonly prefix: string;
  readonly count: number;
};

/** A run under way. */
export type CommandUnderWay = { readonly name: string; readonly since: number; readonly session: Session };

/** What runs a command. */
type Terms = {
  readonly run: (baseUrl: string, signal: AbortSignal) => Promise<Ended>;
  readonly signal?: AbortSignal;
};

/** Runs the command against a stub of its own. */
export async function runOn(
  setting: StubParts,
  served: StubChange,
  baseline: readonly Exchange[],
  { run, signal }: Terms,
  name: string,
  running: Set<CommandUnderWay>,
): Promise<CommandRun> {
  await using session: Session = await openSession(setting, served, baseline);
  const { baseUrl, endless, exchanges, prefix, count } = session;
  const underWay: CommandUnderWay = { name, since: performance.now(), session };
  running.add(underWay);
  try {
    const ended = await run(baseUrl, AbortSignal.any([endless, ...(signal ? [signal] : [])]));
    const how = endless.aborted ? { passed: false, how: String(endless.reason) } : {};
    return { ...ended, ...how, exchanges: [...exchanges], prefix, count: count() };
  } finally {
    running.delete(underWay);
  }
}

/** After how many milliseconds a run counts as slow. */
const slow = 5000;

/** What a run waits for at the moment: the run that began first, and since when it sent nothing, if it is slow. */
export function waitingFor(running: ReadonlySet<CommandUnderWay>): string {
  const [first] = running;
  if (!first) return '';
  const { name, since, session } = first;
  const now = performance.now();
  if (now - since < slow) return name;
  const seconds = (from: number): string => `${Math.round((now - from) / 1000)} s`;
  const lastAt = session.lastAt();
  const last = lastAt === undefined ? '' : `, the last one ${seconds(lastAt)} ago`;
  return `${name}: the command runs for ${seconds(since)}; ${counted(session.count(), 'request')}${last}`;
}

/** How many lines of an output a report keeps. */
const mostLines = 20;

/** The output of a run, cut from its middle, without the secrets that the run used. */
export function endOf({ output, exchanges }: CommandRun): string[] {
  const redactor = createRedactor(exchanges.flatMap(secretsInExchange));
  return cutOutput(redactor.foreign(output).trimEnd().split(/\r?\n/), mostLines);
}
