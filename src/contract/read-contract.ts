import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../errors.ts';
import { at, isAtOrIn, type JsonObject, pointerTo, stepsOf, withAt } from '../json/json.ts';
import { isSimplePattern } from '../json/matching.ts';
import { lazy, onceFor, onceForText } from '../once.ts';
import { readYaml, type Where } from '../yaml/yaml-file.ts';
import { buildContract } from './build-contract.ts';
import { checkDocument } from './check-document.ts';
import { readClauses, withValues } from './clauses.ts';
import type { Sources } from './constraint-clauses.ts';
import type { Clause, Contract, FieldPath } from './contract.ts';
import { contractFolderAt, partsOfFolder, shippedFolder } from './contract-folder.ts';
import { readDocumentFiles } from './document-files.ts';
import { withFixtures } from './fixtures.ts';
import { lint, type Mistake } from './lint.ts';
import { filterFields } from './list-filters.ts';
import { operationsIn } from './openapi.ts';
import { isOperation, type OperationId, operationIn } from './operations.ts';
import { overlaid } from './overlay.ts';
import { readChoices } from './read-choices.ts';
import { allows, sampleOf, schemaWithin, shownTexts } from './schema-values.ts';

/** The files of the contract; by default those that ship with assay, and no Overlay. */
export type ContractFiles = {
  /** An OpenAPI file, or a folder with `openapi.yaml` and what belongs to it: `clauses.yaml`, `choices.yaml`, `rules/`, `stub/`, `fixtures/`. */
  readonly openapi?: string | URL;
  /** OpenAPI Overlays, applied in this order. */
  readonly overlays?: readonly (string | URL)[];
};

export async function readContract({
  openapi = shippedFolder,
  overlays = [],
}: ContractFiles): Promise<Contract> {
  const folder = typeof openapi === 'string' ? contractFolderAt(openapi) : undefined;
  const contract = await readFiles(folder ?? { openapi }, overlays);
  const choices =
    folder?.choices === undefined ? {} : { choices: await readChoices(folder.choices, contract) };
  const whole = { ...contract, ...choices, ...(folder && partsOfFolder(folder)) };
  return folder?.fixtures === undefined || whole.stub ? whole : withFixtures(whole, folder.fixtures);
}

/** The mistakes in a contract that can be read. */
export async function lintContract(
  { openapi = shippedFolder, overlays = [] }: ContractFiles,
  contract: Contract,
): Promise<Mistake[]> {
  const folder = typeof openapi === 'string' ? contractFolderAt(openapi) : undefined;
  const file = folder?.openapi ?? openapi;
  const { value, where } = await readDocumentFiles(file);
  const whole = await overlaid({ document: value as JsonObject, where }, overlays);
  const document = checkDocument(whole.document, whole.where);
  return lint({ ...contract, document }, sourceIn(file, whole.where));
}

type WrittenFiles = { readonly openapi: string | URL; readonly clauses?: string };

const isShipped = ({ openapi }: WrittenFiles): boolean =>
  typeof openapi === 'string' && openapi.startsWith(shippedFolder);

async function readFiles(files: WrittenFiles, overlays: readonly (string | URL)[]): Promise<Contract> {
  const { openapi, clauses: entries } = files;
  const { clauses, whereClause } = isShipped(files)
    ? await shippedClauses()
    : entries === undefined
      ? { clauses: new Map<string, Clause>(), whereClause: (id: string) => id }
      : await readEntries(entries);
  const written = await (isShipped(files) ? shippedDocument() : readDocumentFiles(openapi));
  const { where } = written;
  const document = checkDocument(written.value, where);
  const hasDerivedClauses = entries === undefined || document['x-clauses'] !== 'complete';
  const sourcesAt = (place: Where, otherwise: Sources['unwritten']): Sources =>
    hasDerivedClauses
      ? { where: place, source: sourceIn(openapi, place), unwritten: 'is derived' }
      : { where: place, unwritten: otherwise };
  const built = buildContract(document, clauses, sourcesAt(where, 'is a mistake'));
  const shipped = withValues(built, { whereClause });
  checkPrefixes(clauses, document, where);
  if (overlays.length === 0) return isShipped(files) ? shipped : prepared(shipped, where);

  const changed = await overlaid({ document: written.value as JsonObject, where }, overlays);
  const after = checkDocument(changed.document, changed.where);
  if (!hasDerivedClauses) checkOverlaidNames(document, after, changed.where);
  const overlaidContract = buildContract(after, clauses, sourcesAt(changed.where, 'was added'));
  const contract = withValues(overlaidContract, { whereClause, shipped: shipped.constraints });
  // An operation with another name is compared with itself.
  const renamed = hasDerivedClauses ? renamedAs(document, after) : document;
  const before =
    renamed === document
      ? shipped
      : withValues(buildContract(renamed, clauses, sourcesAt(where, 'was added')), { whereClause });
  const gone = goneIn(before, contract);
  const left = clausesLeft(contract, before, gone);
  // What only an Overlay states of a listing changes nothing that the document says.
  const stated = new Set(
    operationsIn(renamed).flatMap(({ id, path }) =>
      at(renamed, ...path, 'x-list') === undefined ? [] : [id],
    ),
  );
  const whole = {
    ...contract,
    clauses: left,
    amended: [
      ...changedKeys(constraintTexts(before), constraintTexts(contract)),
      ...changedKeys(statedListings(before, stated), statedListings(contract, stated)),
      ...promiseTexts(contract).filter((one) => !promiseTexts(before).includes(one)),
    ],
    lost: [...before.clauses.keys()].filter((id) => !left.has(id)),
    gone,
  };
  return prepared(whole, changed.where);
}

/** A document whose operations are named as another one names them. */
function renamedAs(document: JsonObject, other: JsonObject): JsonObject {
  // Of several at one place, the first counts.
  const names = new Map(
    operationsIn(other)
      .toReversed()
      .map(({ id, path }) => [pointerTo(path), id]),
  );
  return operationsIn(document).reduce((renamed, { id, path }) => {
    const name = names.get(pointerTo(path)) ?? id;
    return name === id ? renamed : (withAt(renamed, [...path, 'x-operation'], name) as JsonObject);
  }, document);
}

/** Adds what values are made from, and the lines where none is known. */
async function prepared(contract: Contract, where: Where): Promise<Contract> {
  const whole = await withTexts(contract, where);
  return { ...whole, wantedExamples: wantedExamples(whole, where) };
}

function wantedExamples({ constraints, operations, texts }: Contract, where: Where): Map<string, string> {
  // A value has as many constraints as keywords, and is looked for once.
  const isUnknown = onceFor((schema: JsonObject): boolean => {
    // What is inside has constraints of its own.
    const { properties, required, items, additionalProperties, ...own } = schema;
    return !allows(own, sampleOf(own, texts));
  });
  const isWanted = (operation: OperationId, side: 'request' | 'response', path: FieldPath): boolean =>
    isUnknown(schemaWithin(operationIn({ operations }, operation)[side], path));
  return new Map(
    constraints.flatMap(({ operation, side, keyword, pointer, paths }) => {
      // In a response, the stub knows what it returns, except texts for a pattern.
      if (side === 'parameter' || (side === 'request' ? keyword === 'required' : keyword !== 'pattern'))
        return [];
      const isAnyWanted = paths.some((path) => isWanted(operation, side, path));
      return isAnyWanted ? [[pointer, where(stepsOf(pointer))] as const] : [];
    }),
  );
}

/** Names files from the folder of the contract. */
function sourceIn(openapi: string | URL, where: Where): Where {
  const folder = `${dirname(openapi instanceof URL ? fileURLToPath(openapi) : openapi)}/`;
  return (path) => {
    const place = where(path);
    return place.startsWith(folder) ? place.slice(folder.length) : place;
  };
}

/** Clauses of an operation that the document does not name would never be checked. */
function checkPrefixes(clauses: ReadonlyMap<string, Clause>, document: JsonObject, where: Where): void {
  const named = new Set(['general', ...operationsIn(document).map(({ id }) => id)]);
  const missing = [...clauses.keys()].map(prefixOf).find((id) => !named.has(id));
  if (missing !== undefined)
    throw new UserError(
      `${where(['paths'])}: no operation has the x-operation "${missing}"; add it under paths.`,
    );
}

/** Clauses name an operation by its `x-operation`, so a changed one would lose its clauses without a word. */
function checkOverlaidNames(original: JsonObject, document: JsonObject, where: Where): void {
  const [before, after] = [operationsIn(original), operationsIn(document)];
  const kept = new Set(after.map(({ id }) => id));
  for (const { url, method, id, path } of after) {
    const known = before.find((one) => one.url === url && one.method === method);
    if (known && known.id !== id && !kept.has(known.id))
      throw new UserError(
        `${where([...path, 'x-operation'])}: clauses.yaml names this operation "${known.id}", and an Overlay cannot rename it; leave x-operation as it is.`,
      );
  }
}

/** Read once, since Overlays are applied to copies. */
const shippedClauses = lazy(() => readEntries(join(shippedFolder, 'clauses.yaml')));
const shippedDocument = lazy(() => readDocumentFiles(join(shippedFolder, 'openapi.yaml')));

async function readEntries(file: string | URL) {
  const { value, where } = await readYaml(file);
  const clauses = readClauses(value, where);
  const order = [...clauses.keys()];
  return { clauses, whereClause: (id: string): string => where([order.indexOf(id), 'text']) };
}

/** Adds texts that match the patterns. One that takes too long for a short text is a {@link UserError}. */
async function withTexts(contract: Contract, where: Where): Promise<Contract> {
  const stated = contract.constraints.filter(({ keyword }) => keyword === 'pattern');
  if (stated.length === 0) return { ...contract, texts: new Map() };
  const { drawTexts, isSlow, shortText } = await import('./pattern-texts.ts');
  const drawn = onceForText(drawTexts);
  const patterns = new Map<string, string>();
  for (const { value, pointer } of stated)
    if (!patterns.has(String(value))) patterns.set(String(value), pointer);
  for (const [pattern, pointer] of patterns) {
    if (isSimplePattern(pattern)) continue;
    const shown = shownTexts(at(contract.document, ...stepsOf(pointer)));
    if (isSlow(pattern, [...shown, ...drawn(pattern)]))
      throw new UserError(
        `${where([...stepsOf(pointer), 'pattern'])}: "pattern" takes too long for some texts of ${shortText} characters; rewrite it without repetitions that can match the same characters.`,
      );
  }
  const texts = { get: (pattern: string) => (patterns.has(pattern) ? drawn(pattern) : undefined) };
  return { ...contract, texts };
}

const keyOfPlace = (operation: string, side: string, path: FieldPath): string =>
  JSON.stringify([operation, side, path]);

/** A field that is left in the record is not gone, wherever the record is. */
function goneIn(before: Contract, after: Contract): Contract['gone'] {
  const left = new Set(
    after.constraints.flatMap(({ operation, side, paths }) =>
      // Where the record is the body itself, what was beside it is in it.
      paths.flatMap((path) => [
        keyOfPlace(operation, side, path),
        keyOfPlace(operation, side, inRecord(after, { operation, side, path })),
      ]),
    ),
  );
  const fields = before.constraints.flatMap(({ operation, side, paths }) =>
    paths.map((path) => ({ operation, side, path })),
  );
  const found = new Map(
    fields.map((field) => [keyOfPlace(field.operation, field.side, field.path), field] as const),
  );
  return [...found.values()].filter(
    (field) => !left.has(keyOfPlace(field.operation, field.side, inRecord(before, field))),
  );
}

/** The path of a field from the record, after a mark; as it is if it is not in the record. */
function inRecord({ operations }: Contract, { operation, side, path }: Contract['gone'][number]): FieldPath {
  const { record = [], sentIn = [] } = operations[operation] ?? {};
  const outer = { request: sentIn, response: record, parameter: [] }[side];
  const isWithin = side !== 'parameter' && isAtOrIn(path, outer);
  return isWithin ? ['(record)', ...path.slice(outer.length)] : path;
}

/** Leaves out clauses whose constraints, fields or operators were removed. */
function clausesLeft(
  { clauses, constraints, operations }: Contract,
  before: Contract,
  gone: Contract['gone'],
): Contract['clauses'] {
  const goneAt = new Set(gone.map(({ operation, side, path }) => keyOfPlace(operation, side, path)));
  const stated = new Set(constraints.map(({ clause }) => clause.id));
  const unstated = new Set(
    before.constraints.flatMap(({ clause }) => (stated.has(clause.id) ? [] : clause.id)),
  );
  const isRowGone = new Map<string, boolean>();
  // A renamed parameter keeps its clause.
  for (const { operation, side, paths, clause } of before.constraints)
    for (const row of clause.at.flatMap((address) => rowOf(address) ?? []))
      for (const path of paths.filter((one) => side !== 'parameter' && one.at(-1) === fieldOfRow(row)))
        isRowGone.set(row, isRowGone.get(row) !== false && goneAt.has(keyOfPlace(operation, side, path)));
  const [filterBefore, filterLeft] = [before.operations, operations].map(
    (all) => Object.values(all).flatMap(({ list }) => list ?? [])[0],
  );
  // An operator with another name keeps its clauses.
  const meanings = new Set(filterLeft?.filter?.fields.map(({ means }) => means));
  const operators = new Map(
    filterBefore?.filter?.fields.map(({ operator, means }) => [operator, !meanings.has(means)]),
  );
  for (const row of [...clauses.values()].flatMap(({ at }) => at.flatMap((address) => rowOf(address) ?? [])))
    if (operators.has(fieldOfRow(row) ?? ''))
      isRowGone.set(row, operators.get(fieldOfRow(row) ?? '') === true);
  const isAboutGone = ({ at }: Clause): boolean => {
    const rows = at.flatMap((address) => isRowGone.get(rowOf(address) ?? '') ?? []);
    return rows.length > 0 && rows.every((isGone) => isGone);
  };
  const isOfGone = (id: string): boolean =>
    isOperation(before, prefixOf(id)) && !isOperation({ operations }, prefixOf(id));
  return new Map(
    [...clauses].filter(([id, clause]) => !unstated.has(id) && !isOfGone(id) && !isAboutGone(clause)),
  );
}

const prefixOf = (id: string): string => id.split('/', 1)[0] ?? '';

const rowOf = (address: string): string | undefined => /^([^#]+)#/.exec(address)?.[1];

const fieldOfRow = (row: string): string | undefined => /([^/.]+?)(?: \(.*\))?$/.exec(row)?.[1];

function changedKeys(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (key) => before.get(key) !== after.get(key),
  );
}

/** What concerns a server: everything except the position in a file. */
const constraintTexts = ({ constraints }: Contract): Map<string, string> =>
  new Map(
    constraints.map(({ id, side, paths, value, optional, clause }) => [
      id,
      JSON.stringify([side, paths, value, optional, clause.id]),
    ]),
  );

const statedListings = ({ operations }: Contract, stated: ReadonlySet<OperationId>): Map<string, string> =>
  new Map(
    Object.values(operations).flatMap(({ id, list }) =>
      list && stated.has(id)
        ? [
            [`${id}/x-list/items`, list.items.join('/')] as const,
            [`${id}/x-list/total`, JSON.stringify(list.total)] as const,
            ...Object.entries(list.names).map(([part, name]) => [`${id}/x-list/${part}`, name] as const),
            ...filterFields(list).map(
              ({ operator, attribute, means, place }) =>
                [`${id}/x-list/filter/${operator}/${attribute}`, `${means} ${place.join('/')}`] as const,
            ),
          ]
        : [],
    ),
  );

const promiseTexts = ({ promises }: Contract): string[] =>
  promises.map(
    ({ operation, path, sentAt }) => `${operation}/${path.join('.')}/${sentAt ? 'x-returns' : 'x-distinct'}`,
  );
