import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runAssay } from '../cli/assay-in-process.ts';

/** Where the clients of these tests are written. */
export const folder = await mkdtemp(join(tmpdir(), 'assay-client-'));

const listing =
  '/pcm/hierarchies/e214368a-b4c3-4797-bbe9-01fb056371c1/nodes/606699e3-d3d0-4977-9433-444b2d312311/products';

/** Writes a client of a few lines, which has `base`, and `get` for one page of a node. */
export async function script(lines: string): Promise<string> {
  const file = join(folder, `${lines.length}-${Math.random()}.mjs`);
  const get = `(query = '', headers = {}) => fetch(base + '${listing}' + query, { headers: { authorization: 'Bearer canary-token-1', ...headers } })`;
  await writeFile(file, `const base = process.env.ASSAY_STUB_URL;\nconst get = ${get};\n${lines}\n`);
  return file;
}

/** Tries a client of a few lines. */
export const tryLines = async (lines: string, ...options: string[]) =>
  runAssay(['client', ...options, '--', process.execPath, await script(lines)], {
    environment: { PATH: process.env.PATH },
  });
