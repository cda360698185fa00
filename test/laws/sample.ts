import { inject } from 'vitest';
import { drawFrom } from '../../conformance/core/draw.ts';
import { onThreads, type TrialModule } from '../../conformance/proof/threads.ts';
import { seed } from '../seed.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the laws are tried on everything, or on a sample. */
    readonly laws: 'sampled' | 'in full';
  }
}

/** Whether this run tries the laws on a sample. */
export const isSampled = inject('laws') === 'sampled';

/** Returns `list`, or `count` of it where the laws are sampled; `name` tells samples of one seed apart. */
export const sampled = <T>(name: string, list: readonly T[], count: number): readonly T[] =>
  isSampled ? drawFrom(seed, name, list, count) : list;

/** What happened to the trials of a module: on threads, or of a sample in turn, since each thread loads everything again. */
export async function outcomesOf<T>(module: URL, given: unknown): Promise<readonly T[]> {
  const outcomes: T[] = [];
  if (isSampled) {
    const { trials } = (await import(module.href)) as TrialModule<T>;
    for (const { run } of await trials(given)) outcomes.push(await run());
  } else await onThreads<T>(module, given, (outcome) => outcomes.push(outcome));
  return outcomes;
}
