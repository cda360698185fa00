import { UserError } from '../../src/errors.ts';
import type { NodeTarget } from '../core/target.ts';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const form = new RegExp(`^(${uuid})/(${uuid})$`, 'i');

/** Reads a node as it is named on the command line: `HIERARCHY/NODE`, two UUIDs. */
export function readNode(text: string): NodeTarget {
  const [, hierarchy, node] = form.exec(text) ?? [];
  if (hierarchy === undefined || node === undefined)
    throw new UserError(`--node ${text} is not HIERARCHY/NODE; write two UUIDs with a slash between them.`);
  return { hierarchy, node };
}
