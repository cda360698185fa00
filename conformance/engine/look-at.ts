import type { Halt } from './brake.ts';
import { isDenied, whyDenied } from './consent.ts';
import type { Setting } from './probe.ts';
import type { Observation } from './rule.ts';
import { observe } from './run.ts';
import type { Result, Sighting } from './verdict.ts';
import type { Wire } from './wire.ts';

/** What an observation sees; where it breaks down, that is an error of ours, and told like one. */
export async function lookAt(
  setting: Setting,
  wire: Wire,
  look: Observation,
  halt: Halt | undefined,
): Promise<{ readonly sighting?: Sighting; readonly error?: Result }> {
  const { id, operation, clause, asks } = look;
  if (isDenied(setting.target)(look)) return { sighting: { clause, asks, value: `skipped: ${whyDenied}` } };
  if (halt) return { sighting: { clause, asks, value: `not reached: ${halt.why}` } };
  try {
    return { sighting: await observe(setting, wire, look) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const about = { rule: id, operation, clause, level: 'unspecified', title: asks } as const;
    return { error: { ...about, verdict: 'error', why, exchanges: [] } };
  }
}
