import { join } from 'node:path';
import { check } from '../independent/check.ts';
import { factsOf, type Started, targetFileOf } from '../independent/server.ts';
import type { Mutator, ServerMutant } from './mutator.ts';

/** What happened to one mutant. */
export type Trial = {
  readonly id: string;
  readonly outcome: 'caught' | 'survived' | 'not running';
  /** What assay said of the server, or why that did not come up. */
  readonly why: string;
  /** The rules of level must that it broke. */
  readonly rules: readonly string[];
  readonly seconds: number;
};

/** A server that answers nothing would take minutes until that is sure; without a response there is no verdict either way. */
const options = ['--bail', '--timeout', '3000', '--budget', '90'];

const assay = join(import.meta.dirname, '../..');

/** Starts the server with a mutant, or without any, and checks it until the first broken must. */
export async function attempt(
  mutator: Mutator,
  work: string,
  folder: string,
  mutant: ServerMutant | undefined,
): Promise<Trial> {
  const begin = performance.now();
  const id = mutant?.id ?? 'without any mutant';
  const seconds = (): number => Math.round((performance.now() - begin) / 100) / 10;
  let started: Started;
  try {
    started = await mutator.start(work, mutant);
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(-300) : `${error}`;
    return { id, outcome: 'not running', why, rules: [], seconds: seconds() };
  }
  await using server = started;
  const target = targetFileOf(await factsOf(mutator.server));
  const { report, output, isLate } = await check(assay, server.baseUrl, target, folder, options);
  const rules = (report?.results ?? [])
    .filter(({ verdict, level, warning }) => verdict === 'fail' && level === 'must' && warning !== true)
    .map(({ rule }) => rule);
  const why = report?.why ?? (isLate ? 'the check took too long' : output.trim().slice(-300));
  const outcome = report?.verdict === 'violates' ? 'caught' : 'survived';
  return { id, outcome, why: report ? `${report.verdict}: ${why}` : why, rules, seconds: seconds() };
}
