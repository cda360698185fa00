import { dirname, isAbsolute, join, relative } from 'node:path';
import { plain } from '../../conformance/report/plain.ts';
import type { Contract } from '../contract/contract.ts';
import { loadContract } from '../contract/load.ts';

/** What `--overlay` is for, on every command that has it. */
export const overlayHelp =
  'an OpenAPI Overlay to put on the contract, such as your gateway names (YAML or JSON)';

/** The contract with Overlays on it; what in them is without effect is told on standard error. */
export const loadOverlaid = (overlays: readonly string[]): Promise<Contract> =>
  loadContract({ overlays, onRemark: (remark) => process.stderr.write(`${plain(remark)}\n`) });

/** Paths that stand in a file, as seen from where we are. */
export const besideFile = (file: string, paths: readonly string[]): string[] =>
  paths.map((path) => (isAbsolute(path) ? path : join(dirname(file), path)));

/** The other way round: paths as they are to stand in a file. */
export const seenFrom = (file: string, paths: readonly string[]): string[] =>
  paths.map((path) => (isAbsolute(path) ? path : relative(dirname(file), path)));
