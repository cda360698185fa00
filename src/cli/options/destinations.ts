import {
  type Destination,
  kindsOfReport,
  readDestination,
} from '../../../conformance/report/files/destination.ts';
import type { Kind } from '../../../conformance/report/files/kinds.ts';
import { checkWritable } from '../../../conformance/report/files/write.ts';
import { type Io, resolvePath } from '../io/io.ts';

/** Reads the report files that `--report` names, of the kinds that a check writes. */
export const readDestinations = (reports: readonly string[] | undefined, io: Io): Destination<Kind>[] =>
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

/** Makes sure that report files can be written. */
export async function checkDestinations(destinations: readonly Destination<string>[]): Promise<void> {
  for (const { file } of destinations) await checkWritable(file);
}
