import type { OperationId } from '../../src/contract/contract.ts';
import type { Result } from '../core/verdict.ts';

/** What an experiment or an observation comes to that broke down by a mistake of ours. */
export function errorOf(id: string, operation: OperationId, error: unknown): Result {
  const why =
    error instanceof Error
      ? `${error.message} (${error.stack?.split('\n')[1]?.trim() ?? ''})`
      : String(error);
  return {
    rule: id,
    clause: id,
    operation,
    level: 'unspecified',
    title: id,
    verdict: 'error',
    why,
    exchanges: [],
  };
}
