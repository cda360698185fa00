import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };

const schema = fileURLToPath(new URL('target.schema.json', import.meta.url));

/** Where the schema lies in a project that has assay among its packages. */
const packaged = `node_modules/${manifest.name}/dist/conformance/target/target.schema.json`;

/**
 * The text of the comment by which editors find the schema of a target file, without its `#`. The schema is named as
 * seen from the file where both lie in one folder; no path of this machine is written.
 */
export function schemaLine(file: string, folder = process.cwd()): string {
  const near = [schema, resolve(file)].every((path) => !relative(folder, path).startsWith('..'));
  const place = near ? schema : resolve(folder, packaged);
  const path = relative(dirname(resolve(file)), place).replaceAll('\\', '/');
  return ` yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`;
}
