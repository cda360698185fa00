import { CommanderError } from 'commander';
import { UserError } from '../../src/errors.ts';
import { plain } from '../report/text/plain.ts';

/** The message and exit code for an error that a command throws. A request for help is not a failure. */
export function failure(error: unknown): { readonly message?: string; readonly code: 0 | 2 } {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return { code: 0 };
    if (error.code === 'commander.help') return { code: 2 };
    return { message: sentence(error.message), code: 2 };
  }
  if (error instanceof UserError)
    return {
      message: [error.message, ...error.lines.map((line) => `  ${line}`)].map(plain).join('\n'),
      code: 2,
    };
  const what = error instanceof Error ? error.message : String(error);
  return { message: plain(`internal error of assay: ${what}`), code: 2 };
}

/** The message of Commander in one line, without the value of an option that it does not know: it may be a token. */
const sentence = (message: string): string =>
  plain(
    message
      .replace(/^error: /, '')
      .replace(/^(unknown option '[^=']*)=.*'/s, "$1'")
      .replace(/^(unknown )?option '/, "$1flag '")
      .replaceAll('\n', ' '),
  );
