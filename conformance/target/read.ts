import type { Path } from '../../src/json/json.ts';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import { checkBaseUrl } from './base-url.ts';
import { checkForm } from './check-form.ts';
import { checkProducts } from './contradictions.ts';
import { type Environment, expand, withoutUnsetCredentials } from './environment.ts';
import { readPins } from './pins.ts';
import type { TargetFile } from './target-file.ts';

/** A target file as it was read, with a way to say where in it something stands. */
export type ReadTarget = { readonly file: TargetFile; readonly where: (path: Path) => string };

/**
 * Reads a target file. Any mistake in it is a {@link UserError} that names file, line and what to do. Whoever sends
 * nothing does without the tokens and headers whose variables are not set.
 */
export async function readTarget(
  path: string,
  environment: Environment = process.env,
  { sends = true }: { readonly sends?: boolean } = {},
): Promise<ReadTarget> {
  const { value: written, where } = await readYaml(path);
  const value = sends ? written : withoutUnsetCredentials(written, environment);
  const file = checkForm(expand(value, environment, where), where);
  if (file.baseUrl !== undefined) checkBaseUrl(file.baseUrl, `${where(['baseUrl'])}: /baseUrl`);
  readPins(file.choices, where);
  checkProducts(file, where);
  return { file, where };
}
