import { isMap, isSeq, type ParsedNode, parseDocument, type YAMLMap } from 'yaml';
import { UserError } from '../../../src/errors.ts';
import { network } from '../../../src/http/network.ts';
import { createRedactor } from '../../../src/secrets/redactor.ts';
import { readYaml } from '../../../src/yaml/yaml-file.ts';
import { writeWhole } from '../../report/files/write.ts';
import { secretsOf } from '../../report/secrets/declared-secrets.ts';
import { plain } from '../../report/text/plain.ts';
import { counted } from '../../report/text/words.ts';
import { openOutsideClient } from '../../runner/outside-client.ts';
import { preflight } from '../../target/preflight.ts';
import { type NodeReading, type NodeSketch, redactedSketch, sketchNodes } from '../../target/sketch.ts';
import { type Io, resolvePath } from '../io/io.ts';
import { openTarget, type TargetOptions } from './open-target.ts';

/** How the server is reached. */
type Refreshing = Pick<TargetOptions, 'baseUrl' | 'token' | 'header'> & {
  readonly timeout: number;
  readonly insecure: boolean;
};

/**
 * Reads the nodes of a target file again and writes their live and curated products in place; everything else in the file stays,
 * comments included. Returns what changed, in lines. A node that was not read to its end stays as it is.
 */
export async function refreshTarget(
  path: string,
  { timeout, insecure, ...given }: Refreshing,
  io: Io,
): Promise<string[]> {
  const file = resolvePath(io, path);
  const sketches = await sketchesFor(path, { timeout, insecure, ...given }, io);
  const document = parseDocument((await readYaml(file)).text);
  const nodes = document.get('nodes');
  if (!isSeq(nodes)) throw new UserError(`${path} has no nodes; add one under "nodes", then run this again.`);
  const entries = nodes.items.flatMap((item) => (isMap(item) ? [item as YAMLMap] : []));
  const alsoHidden = idsUnder(document.get('hidden'));
  const told = sketches.map((sketch) => {
    const entry = entries.find(
      (one) => placeOf(one.get('hierarchy'), one.get('node')) === placeOf(sketch.hierarchy, sketch.node),
    );
    const said = !entry
      ? 'it is not written out in the file; not refreshed'
      : refresh(entry, sketch, alsoHidden);
    return `  ${sketch.hierarchy}/${sketch.node}: ${said}`;
  });
  await writeWhole(file, document.toString({ lineWidth: 0 }));
  return [`${path} refreshed`, ...told];
}

async function sketchesFor(
  path: string,
  { timeout, insecure, ...given }: Refreshing,
  io: Io,
): Promise<NodeSketch[]> {
  await using open = await openTarget({ ...given, target: path, nodes: [] }, io);
  const { contract, target } = open;
  const { transport, close } = network(target.baseUrl, { connections: 1, timeout, insecure, env: io.env });
  try {
    const { context, sender } = openOutsideClient({ contract, target, transport });
    await preflight({ contract, target: { ...target, nodes: [] } }, sender);
    const { foreign } = createRedactor(secretsOf(target));
    return (await sketchNodes(context)).map((one) => redactedSketch(one, foreign));
  } finally {
    await close();
  }
}

/** Writes what a node showed into its entry, and says what changed. */
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

/** Ids as they were ordered before, new ones last. */
const inOrderOf = (before: readonly string[], now: readonly string[]): string[] => [
  ...before.filter((id) => now.includes(id)),
  ...now.filter((id) => !before.includes(id)),
];

/** A curated order is the operator's: it is replaced only by one that the server shows. */
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

/** Puts ids under a key; entries of ids that were there stay as they are written. Says what changed. */
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

/** The ids in a list of ids, or of maps with an id. */
const idsUnder = (list: unknown): string[] =>
  isSeq(list) ? list.items.flatMap((item) => idOf(item) ?? []) : [];

function idOf(item: unknown): string | undefined {
  const id: unknown = isMap(item) ? item.get('id') : (item as { readonly value?: unknown } | null)?.value;
  return typeof id === 'string' ? id.toLowerCase() : undefined;
}

const placeOf = (hierarchy: unknown, node: unknown): string => `${hierarchy}/${node}`.toLowerCase();
