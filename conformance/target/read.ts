import type { Path } from '../../src/json/json.ts';
import { readYaml } from '../../src/yaml/yaml-file.ts';
import { checkBaseUrl } from './base-url.ts';
import { checkForm } from './check-form.ts';
import { checkProducts } from './contradictions.ts';
import {
  checkVariables,
  type Environment,
  expand,
  ownVariables,
  withoutUnsetCredentials,
} from './environment.ts';
import { readPins } from './pins.ts';
import type { TargetFile } from './target-file.ts';

/** A target file as it was read, with a way to say where in it something stands. */
export type ReadTarget = { readonly file: TargetFile; readonly where: (path: Path) => string };

/**
 * Reads a target file. Any mistake in it is a {@link UserError} that names file, line and what to do. Whoever sends
 * nothing does without the tokens and headers whose variables are not set. One that was found, and not named, may use
 * variables of assay alone.
 */
export async function readTarget(
  path: string,
  environment: Environment = process.env,
  { sends = true, isFound = false }: { readonly sends?: boolean; readonly isFound?: boolean } = {},
): Promise<ReadTarget> {
  const { value: written, where } = await readYaml(path);
  const usable = isFound ? ownVariables(environment) : environment;
  const value = sends ? written : withoutUnsetCredentials(written, usable);
  if (isFound) checkVariables(value, where);
  const file = checkForm(expand(value, usable, where), where);
  if (file.baseUrl !== undefined) checkBaseUrl(file.baseUrl, `${where(['baseUrl'])}: /baseUrl`);
  readPins(file.choices, where);
  checkProducts(file, where);
  return { file, where };
}
