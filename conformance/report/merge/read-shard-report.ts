import { UserError } from '../../../src/errors.ts';
import { at, isObject, type JsonObject } from '../../../src/json/json.ts';
import { readText } from '../../../src/yaml/text-file.ts';
import { version } from '../compile/version.ts';
import type { Report, ShardNote } from '../report.ts';

/** The report of one shard, and the file it was read from. */
export type ShardReport = { readonly file: string; readonly report: Report & { readonly shard: ShardNote } };

/** Members without which a JSON report is none. */
const members = {
  object: ['contract', 'counts', 'clauses'],
  string: ['target', 'verdict', 'why', 'nonce'],
  number: ['seed', 'requests', 'durationMs'],
  array: ['results', 'observations', 'created'],
} as const;

/** Reads the JSON report of a shard. Anything else is a {@link UserError}. */
export async function readShardReport(file: string): Promise<ShardReport> {
  const json = parse(await readText(file));
  if (!isObject(json) || !isReport(json))
    throw new UserError(`${file} is not a JSON report of assay; write one with --report json=FILE.`);
  if (json.assay !== version)
    throw new UserError(
      `${file} was written by assay ${json.assay}, and this is ${version}; use the same one.`,
    );
  if (!['index', 'count', 'rulesSha256'].every((key) => at(json, 'shard', key) !== undefined))
    throw new UserError(`${file} is the report of a whole run; merge joins reports of --shard I/N.`);
  const { verdict, why, remedy, ...same } = json;
  const [results, alsoSeen] = [json.results, json.alsoSeen].map((rows) =>
    ((rows ?? []) as JsonObject[]).map((row) => ({ ...row, warning: row.warning === true })),
  );
  const headline = { verdict, why, ...(remedy === undefined ? {} : { remedy }) };
  return { file, report: { ...same, results, alsoSeen, headline } as unknown as ShardReport['report'] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isReport = (json: JsonObject): boolean =>
  typeof json.assay === 'string' &&
  members.object.every((name) => isObject(json[name])) &&
  members.string.every((name) => typeof json[name] === 'string') &&
  members.number.every((name) => typeof json[name] === 'number') &&
  members.array.every((name) => Array.isArray(json[name]) && json[name].every(isObject));
