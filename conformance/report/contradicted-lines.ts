import { keyOfId } from '../../src/contract/record.ts';
import type { Path } from '../../src/json/json.ts';
import { collectionIn } from '../core/operation-of.ts';
import { type CollectionName, isSameCollection, nameOfCollection } from '../core/target.ts';
import { declaredCollection, writtenIdOf } from '../target/collections.ts';
import type { ReadTarget } from '../target/read.ts';
import type { Finding, Report } from './report.ts';

const keys = ['hidden', 'order', 'holds'] as const;

/** Adds the line of the target file that a failure contradicts, or that names a collection which is not served. */
export function withDeclaredLines(report: Report, target: ReadTarget): Report {
  const marked = (finding: Finding): Finding => {
    const path = finding.verdict === 'fail' ? declaredPath(finding, target) : undefined;
    return path === undefined ? finding : { ...finding, declaredAt: target.where(path) };
  };
  const unavailable = report.unavailable?.map((one) => {
    const index = indexOfCollection(target, (collection) => nameOfCollection(collection) === one.collection);
    return index < 0 ? one : { ...one, advice: `${one.advice} (${target.where(['collections', index])})` };
  });
  return { ...report, results: report.results.map(marked), ...(unavailable ? { unavailable } : {}) };
}

/** The place of a collection in the target file; -1 if it is not there. */
const indexOfCollection = (
  { file, contract }: ReadTarget,
  isMeant: (collection: CollectionName) => boolean,
): number =>
  (file.collections ?? []).findIndex((one, index) =>
    isMeant(declaredCollection(contract, one, `collections[${index}]`)),
  );

/** The path, in the target file, of what a finding contradicts. */
function declaredPath({ declared, exchanges }: Finding, target: ReadTarget): Path | undefined {
  const asked = exchanges[0] && collectionIn(target.contract, exchanges[0].request);
  if (!declared) return undefined;
  const { file } = target;
  const { list, id } = declared;
  const index = indexOfCollection(target, (one) => asked !== undefined && isSameCollection(one, asked));
  const collection = file.collections?.[index];
  const lists = [
    ...keys
      .filter((name) => list === undefined || name === list)
      .map((name) => ({ records: collection?.[name], path: ['collections', index, name] })),
    ...(list === undefined || list === 'hidden' ? [{ records: file.hidden, path: ['hidden'] }] : []),
    ...(list === undefined ? [{ records: file.records, path: ['records'] }] : []),
  ];
  const key = keyOfId(id ?? '');
  for (const { records = [], path } of id === undefined ? [] : lists) {
    const place = records.findIndex((one) => keyOfId(writtenIdOf(one)) === key);
    if (place >= 0) return [...path, place];
  }
  if (list !== undefined && collection?.[list]) return ['collections', index, list];
  return collection && list === undefined && id === undefined ? ['collections', index] : undefined;
}
