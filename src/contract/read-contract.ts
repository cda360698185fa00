import { lazy } from '../lazy.ts';
import { readYaml } from '../yaml/yaml-file.ts';
import { buildContract } from './build.ts';
import { checkDocument } from './check-document.ts';
import { readClauses } from './clauses.ts';
import type { Constraint, Contract } from './contract.ts';
import { applyOverlay, type Overlaid } from './overlay/apply-overlay.ts';
import { readOverlay } from './overlay/overlay-file.ts';

const spec = new URL('../../spec/', import.meta.url);

/** The files of the contract; by default the two that ship with assay, and no Overlay. */
export type ContractFiles = {
  readonly openapi?: string | URL;
  readonly clauses?: string | URL;
  /** OpenAPI Overlays, applied in this order. */
  readonly overlays?: readonly (string | URL)[];
};

/** Reads, checks and builds the contract. */
export async function readContract({ overlays = [], ...files }: ContractFiles): Promise<Contract> {
  const { openapi, clauses: entries } = files;
  const { clauses, whereClause } = await (entries === undefined ? shippedClauses() : readEntries(entries));
  const { document, where } = await (openapi === undefined ? shippedDocument() : readDocument(openapi));
  const shipped = buildContract(document, clauses, { where, whereClause });
  if (overlays.length === 0) return shipped;

  const overlaid = await overlay({ document, where }, overlays);
  await checkDocument(overlaid.document, overlaid.where);
  const sources = { where: overlaid.where, whereClause, shipped: shipped.constraints, derives: true };
  const contract = buildContract(overlaid.document, clauses, sources);
  return { ...contract, amended: differences(shipped, contract) };
}

/** What ships with assay is read once, however many contracts are built from it: Overlays are applied to copies. */
const shippedClauses = lazy(() => readEntries(new URL('clauses.yaml', spec)));
const shippedDocument = lazy(() => readDocument(new URL('openapi.yaml', spec)));

async function readEntries(file: string | URL) {
  const { value, where } = await readYaml(file);
  const clauses = readClauses(value, where);
  const order = [...clauses.keys()];
  return { clauses, whereClause: (id: string): string => where([order.indexOf(id), 'text']) };
}

async function readDocument(file: string | URL): Promise<Overlaid> {
  const { value, where } = await readYaml(file);
  return { document: await checkDocument(value, where), where };
}

async function overlay(original: Overlaid, files: readonly (string | URL)[]): Promise<Overlaid> {
  let overlaid = original;
  for (const file of files) overlaid = applyOverlay(overlaid, await readOverlay(file));
  return overlaid;
}

/** The ids of the constraints in which two contracts differ, in the order of the contract. */
function differences(before: Contract, after: Contract): string[] {
  const [old, changed] = [before, after].map(
    ({ constraints }) => new Map(constraints.map((one) => [one.id, one])),
  );
  const ids = new Set([...before.constraints, ...after.constraints].map(({ id }) => id));
  return [...ids].filter((id) => relevant(old?.get(id)) !== relevant(changed?.get(id)));
}

/** What makes a difference to a server: everything but the position in a file. */
function relevant(constraint: Constraint | undefined): string {
  if (!constraint) return 'none';
  const { side, paths, value, optional, clause } = constraint;
  return JSON.stringify([side, paths, value, optional, clause.id]);
}
