import { isObject, type Path } from '../../../src/json/json.ts';
import type { Finding, Report } from '../../report/report.ts';
import type { ReadTarget } from '../../target/read.ts';

/** What a target file declares of products. */
const keys = ['hidden', 'curated', 'live'] as const;

/** Returns a report in which every failure that contradicts the target file names the line that it contradicts. */
export function withDeclaredLines(report: Report, target: ReadTarget): Report {
  const marked = (finding: Finding): Finding => {
    const path = finding.verdict === 'fail' ? declaredPath(finding, target) : undefined;
    return path === undefined ? finding : { ...finding, declaredAt: target.where(path) };
  };
  const unavailable = report.unavailable?.map((one) => {
    const index = nodeAsked(one.saw, target);
    return index < 0 ? one : { ...one, advice: `${one.advice} (${target.where(['nodes', index])})` };
  });
  return { ...report, results: report.results.map(marked), ...(unavailable ? { unavailable } : {}) };
}

/** The place of the node that a request asks for among those of a target file; -1 if it is not there. */
const nodeAsked = (request: string, { file }: ReadTarget): number =>
  (file.nodes ?? []).findIndex((one) =>
    request.toLowerCase().includes(`/${one.hierarchy}/nodes/${one.node}/`.toLowerCase()),
  );

/** The place of what a finding contradicts: the id it names, or else the list it speaks of. */
function declaredPath(
  { rule, expected = '', saw = '', exchanges }: Finding,
  target: ReadTarget,
): Path | undefined {
  const { file } = target;
  const words = `${rule} ${expected} ${saw}`.toLowerCase();
  const ids = new Set(words.match(uuid));
  const index = nodeAsked(exchanges[0]?.request.target ?? '', target);
  const node = file.nodes?.[index];
  const mentioned = keys.toSorted(
    (one, other) => Number(words.includes(other)) - Number(words.includes(one)),
  );
  const lists = [
    ...(node ? mentioned.map((key) => ({ list: node[key], path: ['nodes', index, key] })) : []),
    { list: file.hidden, path: ['hidden'] },
    { list: file.live, path: ['live'] },
  ];
  for (const { list = [], path } of lists) {
    const place = list.findIndex((one) =>
      ids.has((isObject(one) ? String(one.id) : String(one)).toLowerCase()),
    );
    if (place >= 0) return [...path, place];
  }
  const [key] = mentioned.filter(
    (one) => node?.[one] && new RegExp(`\\b${one}\\b`).test(`${expected} ${saw}`),
  );
  if (key !== undefined) return ['nodes', index, key];
  return node && rule.endsWith('/served') ? ['nodes', index] : undefined;
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
