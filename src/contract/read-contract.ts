import { lazy } from '../lazy.ts';
import { readYaml } from '../yaml/yaml-file.ts';
import { buildContract } from './build.ts';
import { checkDocument } from './check-document.ts';
import { readClauses } from './clauses.ts';
import type { Contract } from './contract.ts';
import { differences } from './differences.ts';
import { applyOverlay, type Overlaid } from './overlay/apply-overlay.ts';
import { readOverlay } from './overlay/overlay-file.ts';

const spec = new URL('../../spec/', import.meta.url);

/** The files of the contract; by default the two that ship with assay, and no Overlay. */
export type ContractFiles = {
  readonly openapi?: string | URL;
  readonly clauses?: string | URL;
  /** OpenAPI Overlays, applied in this order. */
  readonly overlays?: readonly (string | URL)[];
  /** Called with a sentence about each Overlay action that has no effect. */
  readonly onRemark?: (remark: string) => void;
};

/** Reads, checks and builds the contract. */
export async function readContract({ overlays = [], onRemark, ...files }: ContractFiles): Promise<Contract> {
  const isShipped = files.openapi === undefined && files.clauses === undefined;
  const { document, clauses, where, whereClause } = await (isShipped ? shippedFiles() : readFiles(files));
  const shipped = buildContract(document, clauses, { where, whereClause });
  if (overlays.length === 0) return shipped;

  const overlaid = await overlay({ document, where }, overlays, onRemark);
  await checkDocument(overlaid.document, overlaid.where);
  const sources = { where: overlaid.where, whereClause, shipped: shipped.constraints };
  const contract = buildContract(overlaid.document, clauses, sources);
  return { ...contract, amended: differences(shipped, contract) };
}

/** Reads and checks the OpenAPI document and the clauses, each on its own. */
async function readFiles(files: Pick<ContractFiles, 'openapi' | 'clauses'>) {
  const openapi = await readYaml(files.openapi ?? new URL('openapi.yaml', spec));
  const entries = await readYaml(files.clauses ?? new URL('clauses.yaml', spec));
  const clauses = readClauses(entries.value, entries.where);
  const order = [...clauses.keys()];
  const whereClause = (id: string): string => entries.where([order.indexOf(id), 'text']);
  const document = await checkDocument(openapi.value, openapi.where);
  return { document, clauses, where: openapi.where, whereClause };
}

/** Overlays are applied to copies of the files that ship with assay, so that these are read once. */
const shippedFiles = lazy(() => readFiles({}));

async function overlay(
  original: Overlaid,
  files: readonly (string | URL)[],
  onRemark: ContractFiles['onRemark'] = () => {},
): Promise<Overlaid> {
  let overlaid = original;
  for (const file of files) overlaid = applyOverlay(overlaid, await readOverlay(file), onRemark);
  return overlaid;
}
