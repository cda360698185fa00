import { tellActions } from '../../report/github.ts';
import type { Report } from '../../report/report.ts';
import { terminal } from '../../report/report-document.ts';
import { type Destination, reportKinds, writeReports } from '../../report/report-files.ts';
import type { Style } from '../../report/terminal.ts';
import { takeAll } from '../../report/write.ts';
import type { Io } from '../io/io.ts';

/** Shows a report, and writes the files that were asked for, although one of them may fail. */
export async function publish(
  report: Report,
  destinations: readonly Destination[],
  style: Style,
  io: Io,
): Promise<void> {
  io.stdout.write(terminal(report, style));
  await takeAll([
    () => writeReports(destinations, reportKinds, report),
    async () => {
      for (const line of await tellActions(report, io.env)) io.stdout.write(`${line}\n`);
    },
  ]);
}
