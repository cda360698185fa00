import { readYaml } from '../../src/contract/yaml-file.ts';
import type { Path } from '../../src/wire/json.ts';
import { checkBaseUrl } from './base-url.ts';
import { checkForm } from './check-form.ts';
import { type Environment, expand } from './environment.ts';
import type { TargetFile } from './target-file.ts';

/** A target file as it was read, with a way to say where in it something stands. */
export type ReadTarget = { readonly file: TargetFile; readonly where: (path: Path) => string };

/** Reads a target file. Whatever is amiss in it is a {@link Fault} that names file, line and what to do. */
export async function readTarget(path: string, environment: Environment = process.env): Promise<ReadTarget> {
  const { value, where } = await readYaml(path);
  const file = checkForm(expand(value, environment, where), where);
  if (file.baseUrl !== undefined) checkBaseUrl(file.baseUrl, `${where(['baseUrl'])}: /baseUrl`);
  return { file, where };
}
