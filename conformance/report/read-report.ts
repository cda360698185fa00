import { UserError } from '../../src/errors.ts';
import { isObject, type JsonObject } from '../../src/json/json.ts';
import { validatorOf } from '../../src/json/validators.ts';
import { lazy } from '../../src/once.ts';
import { readText } from '../../src/yaml/text-file.ts';
import schema from './report.schema.json' with { type: 'json' };
import type { Report } from './report.ts';
import { version } from './version.ts';

export type ReadReport = Omit<Report, 'exitCode' | 'startedAt' | 'command' | 'exchanges'>;

/** Reads a JSON report that this version of assay wrote. Anything else is a {@link UserError}. */
export async function readReport(file: string): Promise<ReadReport> {
  const json = parse(await readText(file), file);
  if (!isObject(json) || typeof json.assay !== 'string' || !isObject(json.contract))
    throw new UserError(`${file} is not a JSON report of assay check; ${remedy}`);
  if (json.assay !== version)
    throw new UserError(
      `${file} was written by assay ${json.assay}, and this is ${version}; use the same one.`,
    );
  if (!validator()(json))
    throw new UserError(`${file} is not a JSON report as this assay writes them; ${remedy}`);
  const { verdict, why, remedy: line, ...same } = json;
  const headline = { verdict, why, ...(line === undefined ? {} : { remedy: line }) };
  const [results, alsoSeen] = [json.results, json.alsoSeen].map((rows) =>
    ((rows ?? []) as JsonObject[]).map((row) => ({ ...row, warning: row.warning === true })),
  );
  return { ...same, results, alsoSeen, headline } as unknown as ReadReport;
}

const remedy = 'write one with --report json=FILE.';

const validator = lazy(() => validatorOf(schema as JsonObject, 'written'));

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UserError(`${file} is not JSON, or is incomplete; ${remedy}`);
  }
}
