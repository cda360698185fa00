import { stat } from 'node:fs/promises';
import {
  Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type ParsedNode,
  parseDocument,
  stringify,
  type YAMLMap,
  YAMLSeq,
} from 'yaml';
import { choices, optionNamed } from '../../../src/contract/choices.ts';
import { UserError } from '../../../src/errors.ts';
import { network } from '../../../src/http/network.ts';
import { isObject } from '../../../src/json/json.ts';
import { createRedactor } from '../../../src/secrets/redactor.ts';
import { readYaml } from '../../../src/yaml/yaml-file.ts';
import { createCheck } from '../../check.ts';
import { isOther } from '../../core/observation.ts';
import { openOutsideClient } from '../../engine/context.ts';
import { preflight } from '../../engine/first-requests.ts';
import { plain } from '../../report/plain.ts';
import type { Report } from '../../report/report.ts';
import { type CredentialOptions, secretsOf } from '../../report/secrets.ts';
import { counted } from '../../report/words.ts';
import { checkWritable, writeWhole } from '../../report/write.ts';
import { schemaLine } from '../../target/schema-line.ts';
import { type NodeReading, type NodeSketch, redactedSketch, sketchNodes } from '../../target/sketch.ts';
import schema from '../../target/target.schema.json' with { type: 'json' };
import { type Io, resolvePath } from '../io/io.ts';
import { type OpenTarget, openTarget } from './open-target.ts';

/** Without a base URL, that of the target file is used. */
type Reach = { readonly baseUrl?: string; readonly timeout: number; readonly insecure: boolean };

/** Observes every choice of a server and writes the options into its target file. Everything else in the file stays. */
export async function pinChoices(path: string, reach: Reach, day: string, io: Io) {
  const file = resolvePath(io, path);
  const { contents } = parseDocument((await readYaml(file)).text);
  if (isMap(contents) && contents.flow)
    throw new UserError(
      `${path}: it is written in braces, like JSON, so lines cannot be added; write it as YAML, one field a line.`,
    );
  const report = await observeAll(path, reach, io);
  const { text, value } = await readYaml(file);
  const held = isObject(value) && isObject(value.choices) ? value.choices : {};
  const seen = report.observations.flatMap(({ id, question, option: name }) => {
    const choice = choices.get(id);
    const option = choice && optionNamed(choice, name);
    return option === undefined ? [] : [{ id, question, option }];
  });
  const known = new Set(seen.map(({ id }) => id));
  const kept = Object.entries(held).filter(([id]) => !known.has(id));
  const lines = [
    ...kept.map(([id, value]) => `  ${id}: ${stringify(value).trim()}`),
    ...seen.map(({ id, question, option }) => `  ${id}: ${stringify(option).trim()} # ${question}`),
  ];
  await writeWhole(file, withChoices(text, [`${title(day)}\nchoices:`, ...lines].join('\n')));
  return {
    count: seen.length,
    changed: seen.flatMap(({ id, option }) => {
      const before = held[id];
      return before === undefined || String(before) === String(option)
        ? []
        : [{ choice: id, before: String(before), after: String(option) }];
    }),
    notPinned: [
      ...report.observations.flatMap(({ id, option }) =>
        isOther(option) ? [{ choice: id, saw: option }] : [],
      ),
      ...(report.unseen ?? []).map(({ id, why }) => ({ choice: id, saw: `not observed: ${why}` })),
    ],
    records: report.created.length,
  };
}

const beginning = '# The options that the server took on';

const title = (day: string): string => `${beginning} ${day}; later checks expect exactly these.`;

function withChoices(text: string, block: string): string {
  const { contents } = parseDocument(text);
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && key.value === 'choices')
    : undefined;
  const [start] = (isScalar(pair?.key) && pair.key.range) || [];
  const [, , end] = (isNode(pair?.value) && pair.value.range) || [];
  if (start !== undefined && end !== undefined) {
    const before = text.slice(0, start).replace(new RegExp(`${beginning} [^\\n]*\\n$`), '');
    return `${before}${block}\n${text.slice(end)}`;
  }
  const suggestion = /^#[^\n]*\n# choices: \{[^\n]*$/m;
  return suggestion.test(text)
    ? text.replace(suggestion, () => block)
    : `${text.replace(/\n*$/, '\n')}${block}\n`;
}

async function observeAll(path: string, { timeout, insecure, ...given }: Reach, io: Io): Promise<Report> {
  await using open = await openTarget({ ...given, target: path }, io);
  const { contract, ruleSet, target } = open;
  const check = await createCheck({ contract, ruleSet, target }, { only: ['choice'], timeout });
  const { transport, close } = network(target.baseUrl, { connections: 8, timeout, insecure, env: io.env });
  return check.run(transport).finally(close);
}

type Refreshing = CredentialOptions & Reach;

/** Reads the nodes of a target file again and updates their products in place; comments stay. Returns what changed, in lines. */
export async function refreshTarget(
  path: string,
  { timeout, insecure, ...given }: Refreshing,
  io: Io,
): Promise<string[]> {
  const file = resolvePath(io, path);
  await using open = await openTarget({ ...given, target: path }, io);
  const { sketches } = await readNodes(open, secretsOf(open.target), { timeout, insecure }, io);
  const document = parseDocument((await readYaml(file)).text);
  const nodes = document.get('nodes');
  if (!isSeq(nodes)) throw new UserError(`${path} has no nodes; add one under "nodes", then run this again.`);
  const entries = nodes.items.flatMap((item) => (isMap(item) ? [item as YAMLMap] : []));
  const alsoHidden = idsUnder(document.get('hidden'));
  const changes = sketches.map((sketch) => {
    const entry = entries.find(
      (one) => placeOf(one.get('hierarchy'), one.get('node')) === placeOf(sketch.hierarchy, sketch.node),
    );
    const said = !entry
      ? 'it is not written out in the file; not refreshed'
      : refresh(entry, sketch, alsoHidden);
    return `  ${sketch.hierarchy}/${sketch.node}: ${said}`;
  });
  await writeWhole(file, document.toString({ lineWidth: 0 }));
  return [`${path} refreshed`, ...changes];
}

/** Reads the nodes of a target; the secrets are redacted in what it returned. */
export async function readNodes(
  { contract, target }: Pick<OpenTarget, 'contract' | 'target'>,
  secrets: readonly string[],
  { timeout, insecure }: Omit<Reach, 'baseUrl'>,
  { env }: Io,
) {
  const { transport, close } = network(target.baseUrl, { connections: 1, timeout, insecure, env });
  try {
    const { context, sender, exchanges } = openOutsideClient({ contract, target, transport });
    await preflight({ contract, target: { ...target, nodes: [] } }, sender);
    const { foreign } = createRedactor(secrets);
    const sketches = (await sketchNodes(context)).map((one) => redactedSketch(one, foreign));
    return { sketches, exchanges: exchanges() };
  } finally {
    await close();
  }
}

function refresh(entry: YAMLMap, sketch: NodeSketch, alsoHidden: readonly string[]): string {
  if ('problem' in sketch) return `not refreshed: ${plain(sketch.problem)}`;
  if (!sketch.live) return `not refreshed: ${sketch.cut}`;
  const hidden = new Set([...idsUnder(entry.get('hidden')), ...alsoHidden]);
  const live = sketch.live.filter((id) => !hidden.has(id));
  const changes = [
    ...replaced(entry, 'live', inOrderOf(idsUnder(entry.get('live')), live)),
    ...curatedChange(
      entry,
      sketch.curated.filter((id) => !hidden.has(id)),
    ),
    ...draftsAdded(entry, sketch, hidden),
    ...(live.length < sketch.live.length
      ? [
          `the server returned ${counted(sketch.live.length - live.length, 'product')} that the file calls hidden`,
        ]
      : []),
  ];
  return changes.length === 0 ? 'unchanged' : changes.join('; ');
}

const inOrderOf = (before: readonly string[], now: readonly string[]): string[] => [
  ...before.filter((id) => now.includes(id)),
  ...now.filter((id) => !before.includes(id)),
];

/** The operator decides the curated order: it is replaced only by one that the server shows. */
function curatedChange(entry: YAMLMap, curated: readonly string[]): string[] {
  if (curated.length > 0) return replaced(entry, 'curated', curated);
  return idsUnder(entry.get('curated')).length > 0
    ? ['curated is left, since no product is marked as curated']
    : [];
}

function draftsAdded(entry: YAMLMap, { drafts }: NodeReading, hidden: ReadonlySet<string>): string[] {
  const added = drafts.filter(({ id }) => !hidden.has(id));
  if (added.length === 0) return [];
  replaced(entry, 'hidden', [...idsUnder(entry.get('hidden')), ...added.map(({ id }) => id)]);
  const items = entry.get('hidden');
  if (isSeq(items))
    for (const { id, status } of added) {
      const item = items.items.find((one) => idOf(one) === id) as ParsedNode | undefined;
      if (item) item.comment = ` status ${plain(status)}`;
    }
  return [`${counted(added.length, 'product')} that the server returned although not live now under hidden`];
}

function replaced(entry: YAMLMap, key: string, ids: readonly string[]): string[] {
  const before = entry.get(key);
  const known = idsUnder(before);
  if (isSeq(before) && known.join() === ids.join()) return [];
  if (isSeq(before)) {
    const items = new Map(before.items.map((item) => [idOf(item), item]));
    before.items = ids.map((id) => items.get(id) ?? parseDocument(id).contents);
  } else entry.set(key, parseDocument(JSON.stringify(ids)).contents);
  const isBlock = entry.get(key);
  if (isSeq(isBlock) && !isSeq(before)) isBlock.flow = ids.length === 0;
  const added = ids.filter((id) => !known.includes(id)).length;
  const removed = known.filter((id) => !ids.includes(id)).length;
  const counts = [...(added > 0 ? [`${added} added`] : []), ...(removed > 0 ? [`${removed} removed`] : [])];
  return [`${key}: ${counts.length > 0 ? counts.join(', ') : 'in another order'}`];
}

const idsUnder = (list: unknown): string[] =>
  isSeq(list) ? list.items.flatMap((item) => idOf(item) ?? []) : [];

function idOf(item: unknown): string | undefined {
  const id: unknown = isMap(item) ? item.get('id') : (item as { readonly value?: unknown } | null)?.value;
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

const placeOf = (hierarchy: unknown, node: unknown): string => `${hierarchy}/${node}`.toLowerCase();

const keys = Object.keys(schema.properties);

const validDays = 90;

/** The text of a target file that waivers can be added to; undefined if there is no file yet. */
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
  for (const { rule, level, title } of broken) {
    const waiver = document.createNode({ rule, reason: '', until }) as YAMLMap;
    waiver.commentBefore = ` ${level}: ${title}`;
    waivers.add(waiver);
  }
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
