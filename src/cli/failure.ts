import { CommanderError } from 'commander';
import { plain } from '../../conformance/report/plain.ts';
import { Fault } from '../fault.ts';

/** What is said, and how the process ends, when a command throws; help that was asked for is no failure. */
export function failure(error: unknown): { readonly message?: string; readonly code: 0 | 2 } {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { code: 0 };
    if (error.code === 'commander.help') return { code: 2 };
    return { message: sentence(error.message), code: 2 };
  }
  if (error instanceof Fault) return { message: plain(error.message), code: 2 };
  const what = error instanceof Error ? error.message : String(error);
  return { message: plain(`assay itself failed: ${what}`), code: 2 };
}

/** Commander's message as one line. */
const sentence = (message: string): string => plain(message.replace(/^error: /, '').replaceAll('\n', ' '));
