import { differences } from './amended.ts';
import { buildContract } from './build.ts';
import { checkDocument } from './check-document.ts';
import { readClauses } from './clauses.ts';
import type { Contract } from './contract.ts';
import { applyOverlay, type Overlaid } from './overlay.ts';
import { readOverlay } from './overlay-file.ts';
import { readYaml } from './yaml-file.ts';

export { readYaml, type YamlFile } from './yaml-file.ts';

const spec = new URL('../../spec/', import.meta.url);

/** Where the files of the contract lie; by default, the two that ship with assay, and no Overlay. */
export type ContractFiles = {
  readonly openapi?: string | URL;
  readonly clauses?: string | URL;
  /** OpenAPI Overlays, applied in this order before anything is read. */
  readonly overlays?: readonly (string | URL)[];
  /** Told, in a sentence, of whatever in an Overlay is without effect. */
  readonly onRemark?: (remark: string) => void;
};

/**
 * Reads, checks and builds the contract.
 * A fault in any of the files is one {@link Fault} that names file, line and what to do.
 */
export async function loadContract(files: ContractFiles = {}): Promise<Contract> {
  const { overlays = [], onRemark } = files;
  const openapi = await readYaml(files.openapi ?? new URL('openapi.yaml', spec));
  const entries = await readYaml(files.clauses ?? new URL('clauses.yaml', spec));
  const clauses = readClauses(entries.value, entries.where);
  const order = [...clauses.keys()];
  const whereClause = (id: string): string => entries.where([order.indexOf(id), 'text']);
  const document = await checkDocument(openapi.value, openapi.where);
  const shipped = buildContract(document, clauses, { where: openapi.where, whereClause });
  if (overlays.length === 0) return shipped;

  const overlaid = await overlay({ document, where: openapi.where }, overlays, onRemark);
  await checkDocument(overlaid.document, overlaid.where);
  const sources = { where: overlaid.where, whereClause, shipped: shipped.constraints };
  const contract = buildContract(overlaid.document, clauses, sources);
  return { ...contract, amended: differences(shipped, contract) };
}

async function overlay(
  bare: Overlaid,
  files: readonly (string | URL)[],
  onRemark: ContractFiles['onRemark'] = () => {},
): Promise<Overlaid> {
  let overlaid = bare;
  for (const file of files) overlaid = applyOverlay(overlaid, await readOverlay(file), onRemark);
  return overlaid;
}
