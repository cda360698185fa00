import { UserError } from '../../../src/errors.ts';
import { type ReadReport, readReport } from '../json/read-report.ts';
import type { ShardNote } from '../report.ts';

/** The report of one shard, and the file it was read from. */
export type ShardReport = {
  readonly file: string;
  readonly report: ReadReport & { readonly shard: ShardNote };
};

/** Reads the JSON report of a shard. Anything else is a {@link UserError}. */
export async function readShardReport(file: string): Promise<ShardReport> {
  const report = await readReport(file);
  const { shard } = report;
  if (shard === undefined)
    throw new UserError(`${file} is the report of a complete run; merge combines reports of --shard I/N.`);
  return { file, report: { ...report, shard } };
}
