import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };

const packaged = join('node_modules', manifest.name, 'dist', 'conformance', 'target', 'target.schema.json');

/**
 * The comment by which editors find the schema of a target file, without `#`: relative to the file, in the nearest
 * installation, or where one would be.
 */
export function schemaLine(file: string, folder = process.cwd()): string {
  const own = dirname(resolve(file));
  const place = installedAbove(own) ?? resolve(folder, packaged);
  const path = relative(own, place).replaceAll('\\', '/');
  return ` yaml-language-server: $schema=${path.startsWith('.') ? path : `./${path}`}`;
}

function installedAbove(folder: string): string | undefined {
  const place = join(folder, packaged);
  if (existsSync(place)) return place;
  const parent = dirname(folder);
  return parent === folder ? undefined : installedAbove(parent);
}
