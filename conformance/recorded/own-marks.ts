import type { ForeignExchange } from './foreign-exchange.ts';

/** Who writes the record of a check into an archive. */
const ofCheck = 'assay';

/** More attempts and rechecks than any check makes, so that those of several archives get different numbers. */
const numbersOfFile = 1_000_000;

/**
 * What an entry says of the run that sent it: when, and why it is left out. Its attempts and rechecks are believed only if a check
 * wrote the archive, and those of several archives are kept apart.
 *
 * @param file the place of the archive among those that are judged
 */
export function ownMarks(
  { startedAt, leftOut, attempts, recheck }: Omit<ForeignExchange, 'request' | 'response'>,
  file: number,
  creator = '',
) {
  const common = {
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(leftOut === undefined ? {} : { leftOut }),
  };
  if (creator !== ofCheck) return common;
  const first = file * numbersOfFile;
  return {
    ...common,
    isOfCheck: true,
    ...(attempts ? { attempts: attempts.map((part) => ({ ...part, attempt: first + part.attempt })) } : {}),
    ...(recheck ? { recheck: { ...recheck, session: first + recheck.session } } : {}),
  };
}
