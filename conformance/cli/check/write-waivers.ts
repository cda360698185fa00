import { stat } from 'node:fs/promises';
import { Document, isMap, isSeq, parseDocument, type YAMLMap, YAMLSeq } from 'yaml';
import { UserError } from '../../../src/errors.ts';
import { isObject } from '../../../src/json/json.ts';
import { readYaml } from '../../../src/yaml/yaml-file.ts';
import { checkWritable, writeWhole } from '../../report/files/write.ts';
import type { Finding, Report } from '../../report/report.ts';
import { schemaLine } from '../../target/schema-line.ts';
import schema from '../../target/target.schema.json' with { type: 'json' };

/** What may be at the top of a target file. */
const keys = Object.keys(schema.properties);

/** How long a new waiver is valid, in days. */
const validDays = 90;

/** The text of a target file that waivers can be added to, before a run and after it; undefined if there is no file yet. */
export async function readWaiverFile(file: string): Promise<string | undefined> {
  await checkWritable(file);
  const isNew = await stat(file).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
  );
  if (isNew) return undefined;
  const { value, where, text } = await readYaml(file);
  if (value !== null && !(isObject(value) && Object.keys(value).every((key) => keys.includes(key))))
    throw new UserError(`${where([])}: not a target file; name another file for --write-waivers.`);
  return text;
}

/** Adds a waiver with a blank reason for each rule that affects the verdict, and returns how many it added. */
export async function writeWaivers(file: string, report: Report, today: Date): Promise<number> {
  const broken = report.results.filter(
    ({ verdict, warning, waived }) => verdict === 'fail' && !warning && !waived,
  );
  if (broken.length === 0) return 0;
  const text = await readWaiverFile(file);
  const document = text === undefined ? newTargetFile(report, file) : parseDocument(text);
  const existing = document.get('waivers');
  const waivers = isSeq(existing) ? existing : new YAMLSeq();
  const added = new Set(broken.map(({ rule }) => rule));
  waivers.items = waivers.items.filter((item) => !isMap(item) || !added.has(String(item.get('rule'))));
  const until = new Date(today.getTime() + validDays * 86_400_000).toISOString().slice(0, 10);
  for (const finding of broken) waivers.add(waiverOf(document, finding, until));
  waivers.flow = false;
  document.set('waivers', waivers);
  await writeWhole(file, document.toString({ lineWidth: 0 }));
  return broken.length;
}

function newTargetFile({ target }: Report, file: string): Document {
  const document = new Document({ baseUrl: target });
  document.commentBefore = `${schemaLine(file)}\n What failed when this file was written; a waiver without a reason is rejected.`;
  return document;
}

function waiverOf(
  document: Document | ReturnType<typeof parseDocument>,
  finding: Finding,
  until: string,
): YAMLMap {
  const { rule, level, title } = finding;
  const waiver = document.createNode({ rule, reason: '', until }) as YAMLMap;
  waiver.commentBefore = ` ${level}: ${title}`;
  return waiver;
}
