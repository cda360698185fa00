import { dirname, join } from 'node:path';
import { UserError } from '../errors.ts';
import { at, type JsonObject, pointerTo, stepsOf } from '../json/json.ts';
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
import { unknownParameters } from './needed-parameters.ts';
import { operationsIn, placeOfParameter } from './openapi.ts';
import { type OperationId, operationIn } from './operations.ts';
import { overlaid } from './overlay.ts';
import { overlayEffects, prefixOf, renamedAs } from './overlay-effects.ts';
import { readChoices } from './read-choices.ts';
import { allows, sampleOf, schemaWithin, shownTexts } from './schema-values.ts';

/** The files of the contract; by default those that ship with assay, and no Overlay. */
export type ContractFiles = {
  /** An OpenAPI file, or a folder with `openapi.yaml` and what belongs to it: `clauses.yaml`, `choices.yaml`, `rules/`, `stub/`, `fixtures/`. */
  readonly openapi?: string;
  /** OpenAPI Overlays, applied in this order. */
  readonly overlays?: readonly string[];
};

export async function readContract({
  openapi = shippedFolder,
  overlays = [],
}: ContractFiles): Promise<Contract> {
  const folder = contractFolderAt(openapi);
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

type WrittenFiles = { readonly openapi: string; readonly clauses?: string };

const isShipped = ({ openapi }: WrittenFiles): boolean => openapi.startsWith(shippedFolder);

async function readFiles(files: WrittenFiles, overlays: readonly string[]): Promise<Contract> {
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
  return prepared({ ...contract, ...overlayEffects(before, contract) }, changed.where);
}

/** Adds what values are made from, and the lines where none is known. */
async function prepared(contract: Contract, where: Where): Promise<Contract> {
  const whole = await withTexts(contract, where);
  return { ...whole, wantedExamples: wantedExamples(whole, where) };
}

function wantedExamples(
  { document, constraints, operations, texts }: Contract,
  where: Where,
): Map<string, string> {
  // A value has as many constraints as keywords, and is looked for once.
  const isUnknown = onceFor((schema: JsonObject): boolean => {
    // What is inside has constraints of its own.
    const { properties, required, items, additionalProperties, ...own } = schema;
    return !allows(own, sampleOf(own, texts));
  });
  const isWanted = (operation: OperationId, side: 'request' | 'response', path: FieldPath): boolean =>
    isUnknown(schemaWithin(operationIn({ operations }, operation)[side], path));
  // Of operations that only return something, nothing is asked without a known value for what they need.
  const unknown = operationsIn(document).flatMap((part) => {
    const own = operations[part.id];
    if (own?.kind !== 'get') return [];
    return unknownParameters(own).flatMap(({ parameter }) => {
      const path = placeOfParameter(document, part, parameter);
      return path ? [[pointerTo(path), where(path)] as const] : [];
    });
  });
  return new Map([
    ...unknown,
    ...constraints.flatMap(({ operation, side, keyword, pointer, paths }) => {
      // In a response, the stub knows what it returns, except texts for a pattern.
      if (side === 'parameter' || (side === 'request' ? keyword === 'required' : keyword !== 'pattern'))
        return [];
      const isAnyWanted = paths.some((path) => isWanted(operation, side, path));
      return isAnyWanted ? [[pointer, where(stepsOf(pointer))] as const] : [];
    }),
  ]);
}

/** Names files from the folder of the contract. */
function sourceIn(openapi: string, where: Where): Where {
  const folder = `${dirname(openapi)}/`;
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

async function readEntries(file: string) {
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
