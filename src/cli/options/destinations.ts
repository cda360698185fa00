import { type Destination, readDestination } from '../../../conformance/report/files/destination.ts';
import { checkWritable } from '../../../conformance/report/files/write.ts';
import { type Io, resolvePath } from '../io/io.ts';

/** Reads the report files that `--report` names. */
export const readDestinations = (reports: readonly string[] = [], io: Io): Destination[] =>
  reports.map(readDestination).map(({ kind, file }) => ({ kind, file: resolvePath(io, file) }));

/** Makes sure that report files can be written. */
export async function checkDestinations(destinations: readonly Destination[]): Promise<void> {
  for (const { file } of destinations) await checkWritable(file);
}
