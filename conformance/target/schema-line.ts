import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };

const schema = fileURLToPath(new URL('target.schema.json', import.meta.url));
const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** Where the schema lies below a project that has assay among its packages. */
const packaged = join('node_modules', manifest.name, 'dist', 'conformance', 'target', 'target.schema.json');

/**
 * The text of the comment by which editors find the schema of a target file, without its `#`: that of the checkout in
 * which the file lies, else that of the installation nearest above it; where there is neither, the place where an
 * installation in the working folder would have it. The path is relative, and leads through no folder that the
 * project does not have.
 */
export function schemaLine(file: string, folder = process.cwd()): string {
  const own = dirname(resolve(file));
  const isInCheckout = !relative(checkout, own).startsWith('..');
  const place = isInCheckout ? schema : (installedAbove(own) ?? resolve(folder, packaged));
  const path = relative(own, place).replaceAll('\\', '/');
  return ` yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`;
}

/** The schema of the nearest installation, from a folder upwards. */
function installedAbove(folder: string): string | undefined {
  const place = join(folder, packaged);
  if (existsSync(place)) return place;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedAbove(parent);
}
