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
  return { ...report, results: report.results.map(marked) };
}

/** The place of what a finding contradicts: the id it names, or else the list it speaks of. */
function declaredPath(
  { rule, expected = '', saw = '', exchanges }: Finding,
  { file }: ReadTarget,
): Path | undefined {
  const words = `${rule} ${expected} ${saw}`.toLowerCase();
  const ids = new Set(words.match(uuid));
  const asked = exchanges[0]?.request.target.toLowerCase() ?? '';
  const index = (file.nodes ?? []).findIndex((one) =>
    asked.includes(`/${one.hierarchy}/nodes/${one.node}/`.toLowerCase()),
  );
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
  return key === undefined ? undefined : ['nodes', index, key];
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
