import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Outcome, outcomeAt } from './outcome.ts';
import { type Example, edited, exampleFolder, type Variant } from './variants.ts';

/** Serves a variant of an example on a free port, and checks it with the target file of the example. */
export async function check(example: Example, variant: Variant): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-foreign-'));
  try {
    const source = join(folder, 'server.ts');
    await writeFile(
      source,
      edited(await readFile(join(exampleFolder(example), 'server.ts'), 'utf8'), variant),
    );
    const { server }: { server: () => Server } = await import(pathToFileURL(source).href);
    const served = server().listen(0, '127.0.0.1');
    await once(served, 'listening');
    try {
      const address = served.address();
      const port = typeof address === 'object' ? address?.port : undefined;
      const target = join(exampleFolder(example), 'assay.target.yaml');
      return await outcomeAt(`http://127.0.0.1:${port}`, target);
    } finally {
      served.closeAllConnections();
      served.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}
