import { jsonText } from '../../report/text/plain.ts';
import type { ClientReport } from '../client-report.ts';

/** The report as a JSON document, for programs; client.schema.json describes it. */
export const json = (report: ClientReport): string => jsonText(report);
