import { realpath } from 'node:fs/promises';
import { UserError } from '../../../src/errors.ts';
import { type Destination, kindsOfReport, readDestination } from '../../report/files/destination.ts';
import type { ReportKind } from '../../report/files/kinds.ts';
import { checkWritable } from '../../report/files/write.ts';
import { type Io, resolvePath } from '../io/io.ts';

/** Reads the report files that `--report` names, of the kinds that a check writes. */
export const readDestinations = (reports: readonly string[] | undefined, io: Io): Destination<ReportKind>[] =>
  readDestinationsOf(kindsOfReport, reports, io);

/** The same of other kinds. */
export const readDestinationsOf = <K extends string>(
  kinds: readonly K[],
  reports: readonly string[] = [],
  io: Io,
): Destination<K>[] =>
  reports
    .map((text) => readDestination(text, kinds))
    .map(({ kind, file }) => ({ kind, file: resolvePath(io, file) }));

/** Makes sure that report files can be written, each by itself and none over a file that is read. */
export async function checkDestinations(
  destinations: readonly Destination<string>[],
  inputs: readonly string[] = [],
): Promise<void> {
  const read = new Set(await Promise.all(inputs.map(placeOf)));
  const written = new Set<string>();
  for (const { file } of destinations) {
    await checkWritable(file);
    const place = await placeOf(file);
    if (read.has(place)) throw new UserError(`${file} is read by this command; name another for the report.`);
    if (written.has(place) && !place.startsWith('/dev/'))
      throw new UserError(`${file} is named for two reports; name a file for each.`);
    written.add(place);
  }
}

/** Where a file lies, whatever links lead there. */
const placeOf = (file: string): Promise<string> => realpath(file).catch(() => file);
