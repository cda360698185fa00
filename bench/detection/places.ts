import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const path = (from: string): string => fileURLToPath(new URL(from, import.meta.url));

/** The root of the project. */
export const project = path('../../');
/** Where each contender is installed. */
export const installed = (contender: string): string => path(`../${contender}/`);
/** What may be thrown away. */
export const work = path('../work/');
/** What is kept. */
export const results = path('../results/');

/** A folder below the throw-away one, made if missing. */
export async function workFolder(name: string): Promise<string> {
  const folder = `${work}${name}/`;
  await mkdir(folder, { recursive: true });
  return folder;
}
